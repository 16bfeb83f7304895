public import HapticPatterns

/// Reads the running and waiting playbacks of all clients, in the order of their requests. A play on several devices has
/// one record for each, with the same number. `.notPermitted` in a sandbox.
public typealias PlayingQuery = NumberedQuery<PlayingList>

/// A part of the list of all clients' running and waiting playbacks: at most `Limits.playingPerPacket` records.
public struct PlayingList: Hashable, Sendable {
  /// The number of playbacks after the requested number, including these.
  public var total: UInt64
  /// The playbacks in order of their numbers. A play on several devices has a number of its own for each of them.
  public var records: [PlayingRecord]

  public init(total: UInt64, records: [PlayingRecord]) {
    self.total = total
    self.records = records
  }
}

extension PlayingList: NumberedList {
  public static var query: Opcode { .playing }
  public var isLast: Bool { UInt64(records.count) >= total }
}

/// A running or waiting playback.
public struct PlayingRecord: Numbered, Hashable, Sendable {
  /// The number of the play in the history.
  public var number: UInt64
  /// The client's number for the playback.
  public var playback: PlaybackID?
  public var device: DeviceID
  /// The process of the client, as the kernel gives it.
  public var processID: UInt32
  /// The application's id or name; `identity` gives its source.
  public var applicationName: ShortName
  public var identity: Observed.IdentitySource
  /// The feedback's name; empty for a pattern that the client defined.
  public var feedback: ShortName
  public var category: Open<Category>
  public var treatment: Treatment
  public var state: State
  /// The requested intensity, 0...65535.
  public var intensity: UInt16
  /// The felt strength after all settings, 0...65535.
  public var felt: UInt16
  /// The start of the pattern, in nanoseconds of CLOCK_MONOTONIC; may be in the future.
  public var startNanoseconds: Int64
  /// The end, in nanoseconds of CLOCK_MONOTONIC; nil if it is not known, as for a loop or a paused playback.
  public var endNanoseconds: Int64?

  public init(
    number: UInt64, playback: PlaybackID? = nil, device: DeviceID, processID: UInt32, applicationName: ShortName,
    identity: Observed.IdentitySource, feedback: ShortName, category: Category, treatment: Treatment = .mixed,
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
    self.category = .known(category)
    self.treatment = treatment
    self.state = state
    self.intensity = intensity
    self.felt = felt
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
  }
}

extension PlayingList: ListBody {
  static let limit = Limits.playingPerPacket
  static var blank: Self { Self(total: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure) {
    try packet.field(&total, at: 8)
  }
}

extension PlayingRecord: Record {
  static let byteCount = 144
  static var blank: Self {
    Self(
      number: 0, device: .first, processID: 0, applicationName: .empty, identity: .none, feedback: .empty,
      category: .touch, startNanoseconds: 0)
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&number, at: 0)
    try packet.field(&playback, at: 8, .playback)
    try packet.field(&device, at: 12, .device)
    try packet.field(&processID, at: 16)
    try packet.field(&category, at: 20)
    try packet.field(&identity, at: 21)
    try packet.field(&treatment, at: 22)
    try packet.field(&state, at: 23)
    try packet.field(&intensity, at: 24)
    try packet.field(&felt, at: 26)
    try packet.moment(&startNanoseconds, at: 32, .start)
    try packet.moment(&endNanoseconds, at: 40, .end)
    try packet.field(&feedback, at: 48, .name)
    try packet.field(&applicationName, at: 96, .application)
  }
}
