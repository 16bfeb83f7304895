public import HapticPatterns

/// A request of a client to the daemon.
public enum Request: Equatable, Sendable {
  /// Must be the first packet of a connection, and only the first.
  case hello(Hello)
  /// Renders a feedback and uploads its effects, so that it can play without delay.
  case prepare(Prepare)
  /// Releases a prepared feedback or a defined pattern.
  case release(Handle)
  case play(Play)
  /// Stops a playback of this client, or all of them for nil.
  case stop(PlaybackID?)
  /// Starts the definition of a pattern under a handle; `part`s follow.
  case define(Define)
  /// Adds records to the pattern that is being defined.
  case part(Part)
  /// Pauses, seeks, loops or otherwise controls playbacks of this client.
  case transport(Transport)
  /// Changes a control of playbacks of this client.
  case modulate(Modulate)
  /// Reads a part of the daemon's state.
  indirect case query(AnyBody)
  /// Stops every playback of every client and silences every device. `.notPermitted` in a sandbox, as the next two.
  case stopEverything
  /// Selects the events about other clients that this client receives; an empty scope ends monitoring.
  case monitor(MonitorScope)
  /// Reads the settings files and the theme again; the reply follows when they are in force.
  case reload
  /// A request of a later version. The daemon replies `unsupported`; `byteCount` is the size of the whole packet.
  case unknown(Opcode, byteCount: Int)

  /// Names the client and its protocol version.
  public struct Hello: Hashable, Sendable {
    /// The highest version that the client supports, from 1. The reply contains the version for the connection.
    public var version: UInt16
    /// The name that the application claims; may be empty.
    public var applicationName: ShortName

    public init(version: UInt16 = Limits.version, applicationName: ShortName) {
      self.version = version
      self.applicationName = applicationName
    }
  }

  /// Prepares a feedback under a handle. A handle in use gets the new feedback.
  public struct Prepare: Hashable, Sendable {
    public var handle: Handle
    /// The device to render for; nil to let the daemon choose.
    public var device: DeviceID?
    public var name: ShortName
    /// Whether a shorter name may be used instead of an unknown name; see `Vocabulary.resolve(_:)`.
    public var allowsFallback: Bool

    public init(handle: Handle, device: DeviceID? = nil, name: ShortName, allowsFallback: Bool = false) {
      self.handle = handle
      self.device = device
      self.name = name
      self.allowsFallback = allowsFallback
    }
  }

  /// Plays a feedback or a pattern.
  public struct Play: Hashable, Sendable {
    public var subject: Subject
    /// The client's number for the playback. With nil, the playback cannot be stopped by number and sends no `finished`
    /// event.
    public var playback: PlaybackID?
    /// The device; nil to let the daemon choose. With a handle, nil means the device that it was prepared for.
    public var device: DeviceID?
    /// The felt strength, from 0 to 65535 for full strength.
    public var intensity: UInt16
    /// The category; nil means the category of the feedback.
    public var category: Category?
    /// The start time, in nanoseconds of CLOCK_MONOTONIC; nil means now.
    public var startNanoseconds: Int64?
    /// The time of the cause, in nanoseconds of CLOCK_MONOTONIC; nil means the time of receipt.
    public var causeNanoseconds: Int64?
    /// The maximum delay after the cause, or after the start time if there is one, in microseconds; nil means the
    /// deadline of the category. Zero has the meaning of nil.
    public var deadlineMicroseconds: UInt32?
    /// The locality if no device is given; nil means the user's setting.
    public var locality: Locality?
    /// Whether to play in spite of profile, quiet hours and power saver. Applies only if the user permits it to the
    /// application and the kernel verifies the application's id.
    public var isImportant: Bool
    /// Whether a shorter name may be used instead of an unknown name; see `Vocabulary.resolve(_:)`. Ignored for a play
    /// by handle.
    public var allowsFallback: Bool
    /// The part of the pattern that plays, and its rate.
    public var timing: Timing

    /// The feedback or pattern to play.
    public enum Subject: Hashable, Sendable {
      /// A feedback of the vocabulary.
      case name(ShortName)
      /// The feedback or pattern under this handle.
      case handle(Handle)
    }

    public init(
      _ subject: Subject, playback: PlaybackID? = nil, device: DeviceID? = nil, intensity: UInt16 = .max,
      category: Category? = nil, startNanoseconds: Int64? = nil, causeNanoseconds: Int64? = nil,
      deadlineMicroseconds: UInt32? = nil, locality: Locality? = nil, isImportant: Bool = false,
      allowsFallback: Bool = false, timing: Timing = Timing()
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
      self.timing = timing
    }
  }
}

/// The kinds of events that a monitor receives.
public struct MonitorScope: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An `observed` event for every request of any client that gets a verdict, and an `ended` event for every playback.
  public static let requests = MonitorScope(rawValue: 1)
  /// A `level` event for every level that is written to a device.
  public static let levels = MonitorScope(rawValue: 2)
  /// A `device` event when a device is added, removed or changed.
  public static let devices = MonitorScope(rawValue: 4)
  /// A `status` event when the settings or circumstances in force change: settings files, quiet hours, session, power.
  public static let status = MonitorScope(rawValue: 8)

  /// All kinds of events.
  public static let all: MonitorScope = [.requests, .levels, .devices, .status]
}
