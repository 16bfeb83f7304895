/// Reads the latest requests of all clients, with their verdicts, oldest first. The daemon keeps `Limits.history` of them.
/// `.notPermitted` in a sandbox.
public typealias HistoryQuery = NumberedQuery<History>

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

extension Observed: Numbered {}

extension History: NumberedList {
  public static var query: Opcode { .history }
  public var isLast: Bool { records.last?.number == latest }
}

extension History: ListBody {
  static let limit = Limits.historyPerPacket
  static var blank: Self { Self(latest: 0, records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure) {
    try packet.field(&latest, at: 8)
  }
}
