public import HapticPatterns

/// Playbacks of all clients that run or wait for their start: some of them, as a packet holds no more than
/// `Limits.playingPerPacket`.
public struct PlayingList: Hashable, Sendable {
  /// How many there are after the number that was asked for, these included.
  public var total: UInt64
  /// In order of their numbers. Playbacks of one number, which are one play on several devices, are in one packet.
  public var records: [PlayingRecord]

  public init(total: UInt64, records: [PlayingRecord]) {
    self.total = total
    self.records = records
  }
}

/// One playback that runs or waits for its start.
public struct PlayingRecord: Hashable, Sendable {
  /// The play's number in the history.
  public var number: UInt64
  /// The client's number for it.
  public var playback: PlaybackID?
  public var device: DeviceID
  /// The client's process, by the kernel's word.
  public var processID: UInt32
  /// The application's id or name; `identity` says who says so.
  public var applicationName: ShortName
  public var identity: Observed.Identity
  /// The feedback's name; empty for a client's own pattern.
  public var feedback: ShortName
  public var category: Category
  public var treatment: Treatment
  public var state: State
  /// As in the play, of 65535.
  public var intensity: UInt16
  /// How strong it is made to be felt, of 65535, after all that the person wants less of it.
  public var felt: UInt16
  /// When its pattern began or will begin, in nanoseconds of CLOCK_MONOTONIC.
  public var startNanoseconds: Int64
  /// When it will end; nil where that is not known, as of a loop or of what rests.
  public var endNanoseconds: Int64?

  /// What becomes of a playback while others of higher priority play.
  public enum Treatment: UInt8, CaseIterable, Hashable, Sendable {
    /// The motor follows whichever is stronger.
    case mixed = 1
    /// It is felt weaker.
    case ducked = 2
    /// It is not felt, and its time goes on.
    case held = 3
  }

  public enum State: UInt8, CaseIterable, Hashable, Sendable {
    /// Its start time is still to come.
    case waiting = 1
    case playing = 2
    /// Its client paused it.
    case paused = 3
    /// Its client muted it; its time goes on.
    case muted = 4
  }

  public init(
    number: UInt64, playback: PlaybackID? = nil, device: DeviceID, processID: UInt32, applicationName: ShortName,
    identity: Observed.Identity, feedback: ShortName, category: Category, treatment: Treatment = .mixed,
    state: State = .playing, intensity: UInt16 = .max, felt: UInt16 = .max, startNanoseconds: Int64,
    endNanoseconds: Int64? = nil
  ) {
    self.number = number
    self.playback = playback
    self.device = device
    self.processID = processID
    self.applicationName = applicationName
    self.identity = identity
    self.feedback = feedback
    self.category = category
    self.treatment = treatment
    self.state = state
    self.intensity = intensity
    self.felt = felt
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
  }
}
