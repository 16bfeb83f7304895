public import HapticPatterns

/// What a client asks of the daemon.
public enum Request: Hashable, Sendable {
  /// The first packet of a connection, and only that.
  case hello(Hello)
  /// Makes a feedback ready for at-once playing.
  case prepare(Prepare)
  /// Ends what `prepare` began.
  case release(Handle)
  case play(Play)
  /// Stops one playback of this client, or with nil all of them.
  case stop(PlaybackID?)
  /// Stops every playback of every client and silences every device: the panic button.
  case stopEverything
  case devices
  /// The daemon's counters; `true` starts them again from zero after reading.
  case statistics(resetting: Bool)
  /// What of others' doings this client wants to see; empty ends it.
  case monitor(MonitorScope)
  /// Opens the definition of a pattern under a handle; `part`s follow.
  case define(Define)
  /// Records of the pattern that is being defined.
  case part(Part)
  /// Pauses, seeks, loops or otherwise steers playbacks of this client.
  case transport(Transport)
  /// Turns a control of playbacks of this client.
  case modulate(Modulate)
  /// The feedbacks of the vocabulary from this position on, in its order.
  case feedbacks(first: UInt32)
  /// What became of requests, of those that came after the one with this number; 0 is from the oldest that is kept.
  case history(after: UInt64)
  /// What is in force, and what the daemon knows of the session.
  case status
  /// Reads the preference files and the theme, and answers once they are in force.
  case reload
  /// The playbacks of all clients that run or wait for their start, of those whose number in the history is above this
  /// one; 0 is from the first.
  case playing(after: UInt64)
  /// The value in force of the setting with this key, as `hapticd.toml(5)` names it; at most 128 bytes.
  case setting(String)
  /// A request of a later version. The daemon answers `unsupported`; `byteCount` is the whole packet's.
  case unknown(Opcode, byteCount: Int)
}

extension Request {
  /// Says who speaks, and in which version.
  public struct Hello: Hashable, Sendable {
    /// The highest version the client speaks, from 1; the daemon answers with the one both speak.
    public var version: UInt16
    /// The name the application claims; may be empty.
    public var applicationName: ShortName

    public init(version: UInt16 = Limits.version, applicationName: ShortName) {
      self.version = version
      self.applicationName = applicationName
    }
  }

  /// Binds a feedback to a handle; a handle in use is bound anew.
  public struct Prepare: Hashable, Sendable {
    public var handle: Handle
    /// Where it will be played; nil leaves that to the daemon.
    public var device: DeviceID?
    public var name: ShortName
    /// Whether a shorter name may stand in for one that is not known; see `Vocabulary.resolve(_:)`.
    public var allowsFallback: Bool

    public init(handle: Handle, device: DeviceID? = nil, name: ShortName, allowsFallback: Bool = false) {
      self.handle = handle
      self.device = device
      self.name = name
      self.allowsFallback = allowsFallback
    }
  }

  /// Plays a feedback once.
  public struct Play: Hashable, Sendable {
    public var subject: Subject
    /// The client's number for it; nil is a play that nobody stops by number and that sends no `finished` event.
    public var playback: PlaybackID?
    /// Where; nil leaves that to the daemon. With a handle, nil is the device it was prepared for.
    public var device: DeviceID?
    /// How strong it should feel, from 0 to 65535 for full strength.
    public var intensity: UInt16
    /// Why it plays; nil is the feedback's own category.
    public var category: Category?
    /// When to start, in nanoseconds of CLOCK_MONOTONIC; nil is at once.
    public var startNanoseconds: Int64?
    /// When its cause happened, in nanoseconds of CLOCK_MONOTONIC; nil is the moment of receipt.
    public var causeNanoseconds: Int64?
    /// How late after the cause (or after the start time, if there is one) it may begin, in microseconds; nil is the
    /// category's own deadline. Zero cannot be said: it stands for nil.
    public var deadlineMicroseconds: UInt32?
    /// Where it should be felt if no device is named; nil leaves that to the person.
    public var locality: Locality?
    /// Whether it must not be missed: felt in spite of profile, quiet hours and power saver, if the person allows that
    /// to the application and the kernel vouches for its id; without effect otherwise.
    public var isImportant: Bool
    /// Whether a shorter name may stand in for one that is not known; see `Vocabulary.resolve(_:)`. Without effect on a
    /// play by handle.
    public var allowsFallback: Bool

    /// What is played.
    public enum Subject: Hashable, Sendable {
      /// A feedback of the vocabulary.
      case name(ShortName)
      /// What was prepared under this handle.
      case handle(Handle)
    }

    public init(
      _ subject: Subject, playback: PlaybackID? = nil, device: DeviceID? = nil, intensity: UInt16 = .max,
      category: Category? = nil, startNanoseconds: Int64? = nil, causeNanoseconds: Int64? = nil,
      deadlineMicroseconds: UInt32? = nil, locality: Locality? = nil, isImportant: Bool = false,
      allowsFallback: Bool = false
    ) {
      self.subject = subject
      self.playback = playback
      self.device = device
      self.intensity = intensity
      self.category = category
      self.startNanoseconds = startNanoseconds
      self.causeNanoseconds = causeNanoseconds
      self.deadlineMicroseconds = deadlineMicroseconds
      self.locality = locality
      self.isImportant = isImportant
      self.allowsFallback = allowsFallback
    }
  }
}

/// What a monitoring client sees.
public struct MonitorScope: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An `observed` event for every request of any client that gets a verdict.
  public static let requests = MonitorScope(rawValue: 1)
  /// A `level` event for every level written to a device.
  public static let levels = MonitorScope(rawValue: 2)
  /// A `device` event when a device comes, goes or changes.
  public static let devices = MonitorScope(rawValue: 4)
  /// A `status` event when what is in force changes: preferences, the hour, the session, power.
  public static let status = MonitorScope(rawValue: 8)

  /// All of them.
  public static let all: MonitorScope = [.requests, .levels, .devices, .status]
}
