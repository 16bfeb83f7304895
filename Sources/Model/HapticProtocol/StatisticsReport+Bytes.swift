extension StatisticsReport: Body {
  static let opcode = Opcode.statisticsReply
  static let byteCount = 304 + 4 * StageSummary.byteCount

  init(from packet: RawSpan) throws(ProtocolError) {
    self.init(
      uptimeNanoseconds: try packet.moment(at: 8, .uptime) ?? 0, clients: packet.uint64(at: 16),
      uploads: packet.uint64(at: 280), writes: packet.uint64(at: 288),
      received: try StageSummary(number: 1, from: packet), admitted: try StageSummary(number: 2, from: packet),
      written: try StageSummary(number: 3, from: packet), step: try StageSummary(number: 4, from: packet))
    for index in requests.indices { requests[index] = packet.uint64(at: 24 + 8 * index) }
    try packet.checkReserved(296..<304, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(moment: uptimeNanoseconds, at: 8)
    packet.store(clients, at: 16)
    for index in requests.indices { packet.store(requests[index], at: 24 + 8 * index) }
    packet.store(uploads, at: 280)
    packet.store(writes, at: 288)
    received.write(number: 1, to: &packet)
    admitted.write(number: 2, to: &packet)
    written.write(number: 3, to: &packet)
    step.write(number: 4, to: &packet)
  }
}

extension StageSummary {
  fileprivate static let byteCount = 320

  private static func start(_ number: UInt32) -> Int { 304 + byteCount * Int(number - 1) }

  fileprivate init(number: UInt32, from packet: RawSpan) throws(ProtocolError) {
    let start = Self.start(number)
    let actual = packet.uint32(at: start)
    if actual != number { throw .outOfRange(.stage, value: UInt64(actual)) }
    try packet.checkReserved(start + 4..<start + 8, of: .statisticsReply)
    self.init(
      count: packet.uint64(at: start + 8), minimum: packet.uint64(at: start + 16), p50: packet.uint64(at: start + 24),
      p90: packet.uint64(at: start + 32), p99: packet.uint64(at: start + 40), p999: packet.uint64(at: start + 48),
      maximum: packet.uint64(at: start + 56))
    for index in buckets.indices { buckets[index] = packet.uint64(at: start + 64 + 8 * index) }
  }

  fileprivate func write(number: UInt32, to packet: inout MutableRawSpan) {
    let start = Self.start(number)
    packet.store(number, at: start)
    packet.store(count, at: start + 8)
    packet.store(minimum, at: start + 16)
    packet.store(p50, at: start + 24)
    packet.store(p90, at: start + 32)
    packet.store(p99, at: start + 40)
    packet.store(p999, at: start + 48)
    packet.store(maximum, at: start + 56)
    for index in buckets.indices { packet.store(buckets[index], at: start + 64 + 8 * index) }
  }
}
