/// The daemon's counters since its start or the last reset.
public struct StatisticsReport: Equatable, Sendable {
  /// The number of verdicts in the report; the index is the verdict's number.
  public static let verdictCount = 64

  /// The time since the daemon started, in nanoseconds; a reset does not change it.
  public var uptimeNanoseconds: Int64
  /// The number of connected clients.
  public var clients: UInt64
  /// The number of requests by verdict, including requests without a serial.
  public var requests = [UInt64](repeating: 0, count: Self.verdictCount)
  /// The number of effects uploaded to devices, and of levels written to them.
  public var uploads: UInt64
  public var writes: UInt64
  /// The latencies of the stages; a later daemon can add some.
  public var records = Stage.allCases.map { StageRecord(stage: $0, summary: StageSummary()) }

  public init(uptimeNanoseconds: Int64 = 0, clients: UInt64 = 0, uploads: UInt64 = 0, writes: UInt64 = 0) {
    self.uptimeNanoseconds = uptimeNanoseconds
    self.clients = clients
    self.uploads = uploads
    self.writes = writes
  }

  /// The latencies of a stage; none for one that the report does not contain.
  public subscript(stage stage: Stage) -> StageSummary {
    get { records.first { $0.stage == stage }?.summary ?? StageSummary() }
    set { for index in records.indices where records[index].stage == stage { records[index].summary = newValue } }
  }

  /// The number of requests with this verdict; 0 for one beyond `verdictCount`, which is not counted.
  public subscript(verdict: Verdict) -> UInt64 {
    get { verdict.rawValue < Self.verdictCount ? requests[Int(verdict.rawValue)] : 0 }
    set { if verdict.rawValue < Self.verdictCount { requests[Int(verdict.rawValue)] = newValue } }
  }
}

/// The latency of one stage.
public struct StageRecord: Equatable, Sendable {
  public var stage: StatisticsReport.Stage
  public var summary: StageSummary
}

/// The distribution of one stage of the latency, in nanoseconds.
public struct StageSummary: Equatable, Sendable {
  /// The number of buckets.
  public static let bucketCount = 32

  public var count: UInt64
  public var minimum: UInt64
  public var p50: UInt64
  public var p90: UInt64
  public var p99: UInt64
  public var p999: UInt64
  public var maximum: UInt64
  /// The number of latencies in each bucket. Bucket i contains those below 2^i microseconds that are in no earlier
  /// bucket; the last one contains the rest.
  public var buckets = [UInt64](repeating: 0, count: Self.bucketCount)

  public init(
    count: UInt64 = 0, minimum: UInt64 = 0, p50: UInt64 = 0, p90: UInt64 = 0, p99: UInt64 = 0, p999: UInt64 = 0,
    maximum: UInt64 = 0
  ) {
    self.count = count
    self.minimum = minimum
    self.p50 = p50
    self.p90 = p90
    self.p99 = p99
    self.p999 = p999
    self.maximum = maximum
  }

  /// Returns the bucket of a latency.
  public static func bucket(nanoseconds: UInt64) -> Int {
    let microseconds = nanoseconds / 1000
    return min(UInt64.bitWidth - microseconds.leadingZeroBitCount, bucketCount - 1)
  }
}

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
    try packet.field(&isResetting, at: 8, .reset, as: UInt32.self)
  }
}

extension StatisticsReport: ListBody {
  static let headByteCount = 560
  static let countOffset = 40
  static let limit = 16
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(ofHead packet: inout C) throws(C.Failure) {
    try packet.moment(&uptimeNanoseconds, at: 8, .uptime)
    try packet.field(&clients, at: 16)
    try packet.field(&uploads, at: 24)
    try packet.field(&writes, at: 32)
    for index in requests.indices { try packet.field(&requests[index], at: 48 + 8 * index) }
  }
}

extension StageRecord: Record {
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
