internal import HapticPatterns

extension FeedbackList {
  private static let headByteCount = 16

  private static func byteCount(_ count: Int) -> Int {
    headByteCount + FeedbackRecord.byteCount * min(count, Limits.feedbacksPerPacket)
  }

  var byteCount: Int { Self.byteCount(records.count) }

  init(checking packet: RawSpan) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount {
      throw .size(.feedbacksReply, expected: Self.headByteCount, actual: packet.byteCount)
    }
    total = packet.uint32(at: 8)
    let count = packet.uint32(at: 12)
    if count > Limits.feedbacksPerPacket { throw .outOfRange(.count, value: UInt64(count)) }
    try packet.checkSize(Self.byteCount(Int(count)), of: .feedbacksReply)
    records = []
    records.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      records.append(try FeedbackRecord(from: packet, at: Self.headByteCount + FeedbackRecord.byteCount * index))
    }
  }

  func write(to packet: inout MutableRawSpan) {
    let kept = records.prefix(Limits.feedbacksPerPacket)
    packet.store(total, at: 8)
    packet.store(UInt32(kept.count), at: 12)
    for (index, record) in kept.enumerated() {
      record.write(to: &packet, at: Self.headByteCount + FeedbackRecord.byteCount * index)
    }
  }
}

extension FeedbackRecord {
  fileprivate static let byteCount = 176

  private static let silent: UInt8 = 1
  private static let fallback: UInt8 = 2

  fileprivate init(from packet: RawSpan, at start: Int) throws(ProtocolError) {
    name = try packet.name(at: start, .name)
    patternName = try packet.name(at: start + 48, .pattern)
    theme = try packet.name(at: start + 96, .theme)
    category = try Category(packet.uint8(at: start + 144), .category)
    let flags = packet.uint8(at: start + 145)
    if flags > Self.silent | Self.fallback { throw .outOfRange(.flags, value: UInt64(flags)) }
    isSilent = flags & Self.silent != 0
    isFallback = flags & Self.fallback != 0
    try packet.checkReserved(start + 146..<start + 148, of: .feedbacksReply)
    duration = packet.time(at: start + 148)
    try packet.checkReserved(start + 152..<start + 176, of: .feedbacksReply)
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(name, at: start)
    packet.store(patternName, at: start + 48)
    packet.store(theme, at: start + 96)
    packet.store(category.rawValue, at: start + 144)
    packet.store((isSilent ? Self.silent : 0) | (isFallback ? Self.fallback : 0), at: start + 145)
    packet.store(time: duration, at: start + 148)
  }
}
