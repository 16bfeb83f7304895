/// Reads the latest requests of all clients, with their verdicts, oldest first. The daemon keeps `Limits.history` of them.
/// `.notPermitted` in a sandbox.
public struct HistoryQuery: ListQuery {
  public typealias Answer = History
  public static let opcode = Opcode.history

  /// The requests have a number above this one; 0 means from the oldest.
  public var number: UInt64

  public init(after number: UInt64 = 0) { self.number = number }

  public func next(after page: History) -> HistoryQuery? {
    guard let last = page.records.last, last.number != page.latest else { return nil }
    return HistoryQuery(after: last.number)
  }
}

extension HistoryQuery: Record {
  static let byteCount = 16
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) { try packet.field(&number, at: 8) }
}

/// A part of the history, oldest first: at most `Limits.historyPerPacket` requests.
public struct History: Hashable, Sendable {
  /// The number of the latest request in the history; 0 if the history is empty.
  public var latest: UInt64
  public var records: [Observed]

  public init(latest: UInt64, records: [Observed]) {
    self.latest = latest
    self.records = records
  }
}

extension History: ListBody {
  static let headByteCount = 24
  static let limit = Limits.historyPerPacket
  static var blank: Self { Self(latest: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C, _ head: inout ListHead) throws(C.Failure) {
    try packet.field(&latest, at: 8)
    try packet.field(&head.count, at: 16)
    try packet.field(&head.recordSize, at: 20)
  }
}
