extension StatisticsReport: Body {
  static let opcode = Opcode.statisticsReply
  static let byteCount = 304 + 4 * StageSummary.byteCount
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.moment(&uptimeNanoseconds, at: 8, .uptime)
    try packet.field(&clients, at: 16)
    for index in requests.indices { try packet.field(&requests[index], at: 24 + 8 * index) }
    try packet.field(&uploads, at: 280)
    try packet.field(&writes, at: 288)
    try packet.reserved(296..<304)
    try packet.stage(&received, number: 1)
    try packet.stage(&admitted, number: 2)
    try packet.stage(&written, number: 3)
    try packet.stage(&step, number: 4)
  }
}

extension StageSummary: Record {
  static let byteCount = 320
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.reserved(4..<8)
    try packet.field(&count, at: 8)
    try packet.field(&minimum, at: 16)
    try packet.field(&p50, at: 24)
    try packet.field(&p90, at: 32)
    try packet.field(&p99, at: 40)
    try packet.field(&p999, at: 48)
    try packet.field(&maximum, at: 56)
    for index in buckets.indices { try packet.field(&buckets[index], at: 64 + 8 * index) }
  }
}

extension FieldCoder where Self: ~Copyable & ~Escapable {
  /// A stage, which starts with its number.
  @_lifetime(self: copy self)
  fileprivate mutating func stage(_ stage: inout StageSummary, number: UInt32) throws(Failure) {
    let start = 304 + StageSummary.byteCount * Int(number - 1)
    var actual = number
    try field(&actual, at: start)
    if actual != number { try decode { () throws(ProtocolError) in throw .outOfRange(.stage, value: UInt64(actual)) } }
    try record(&stage, at: start)
  }
}
