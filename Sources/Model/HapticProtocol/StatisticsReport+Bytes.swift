/// Reads the daemon's counters.
public struct StatisticsQuery: Query {
  public typealias Answer = StatisticsReport
  public static let opcode = Opcode.statistics

  /// Whether the daemon sets the counters to zero after the reply.
  public var isResetting: Bool

  public init(resetting: Bool = false) { isResetting = resetting }
}

extension StatisticsQuery: Record {
  static let byteCount = 12
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.number(
      &isResetting, at: 8, encode: { $0 ? 1 : 0 as UInt32 },
      decode: { number throws(ProtocolError) in
        if number > 1 { throw .outOfRange(.reset, value: UInt64(number)) }
        return number == 1
      })
  }
}

extension StatisticsReport: PacketBody {
  public var byteCount: Int { StageList.headByteCount + Stage.allCases.count * StageRecord.byteCount }

  public init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    let list = try StageList(checking: packet, of: opcode)
    self = list.report
    for record in list.records { self[record.stage] = record.summary }
  }

  public func write(to packet: inout MutableRawSpan, for version: UInt16) {
    let records = Stage.allCases.map { StageRecord(stage: $0, summary: self[$0]) }
    StageList(report: self, records: records).write(to: &packet, for: version)
  }

  /// The latencies of a stage; none of one that this version does not know.
  private subscript(stage: Stage) -> StageSummary {
    get {
      switch stage {
      case .received: received
      case .admitted: admitted
      case .written: written
      case .step: step
      case .unknown: StageSummary()
      }
    }
    set {
      switch stage {
      case .received: received = newValue
      case .admitted: admitted = newValue
      case .written: written = newValue
      case .step: step = newValue
      case .unknown: break
      }
    }
  }
}

/// The packet of a report: its stages are records, so that a later daemon can add some.
private struct StageList: ListBody {
  var report: StatisticsReport
  var records: [StageRecord]

  static let headByteCount = 560
  static let limit = 16
  static var blank: Self { Self(report: StatisticsReport(), records: []) }

  mutating func layout<C: Coder>(ofHead packet: inout C, _ head: inout ListHead) throws(C.Failure) {
    try packet.moment(&report.uptimeNanoseconds, at: 8, .uptime)
    try packet.field(&report.clients, at: 16)
    try packet.field(&report.uploads, at: 24)
    try packet.field(&report.writes, at: 32)
    try packet.field(&head.count, at: 40)
    try packet.field(&head.recordSize, at: 44)
    for index in report.requests.indices { try packet.field(&report.requests[index], at: 48 + 8 * index) }
  }
}

private struct StageRecord: Record, Equatable {
  var stage: StatisticsReport.Stage
  var summary: StageSummary

  static let byteCount = 320
  static var blank: Self { Self(stage: .received, summary: StageSummary()) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&stage, at: 0)
    try packet.field(&summary.count, at: 8)
    try packet.field(&summary.minimum, at: 16)
    try packet.field(&summary.p50, at: 24)
    try packet.field(&summary.p90, at: 32)
    try packet.field(&summary.p99, at: 40)
    try packet.field(&summary.p999, at: 48)
    try packet.field(&summary.maximum, at: 56)
    for index in summary.buckets.indices { try packet.field(&summary.buckets[index], at: 64 + 8 * index) }
  }
}
