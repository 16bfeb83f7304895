internal import HapticPatterns

extension PlayingList {
  private static let headByteCount = 24

  private static func byteCount(_ count: Int) -> Int {
    headByteCount + PlayingRecord.byteCount * min(count, Limits.playingPerPacket)
  }

  var byteCount: Int { Self.byteCount(records.count) }

  init(checking packet: RawSpan) throws(ProtocolError) {
    let head = Self.headByteCount
    if packet.byteCount < head { throw .size(.playingReply, expected: head, actual: packet.byteCount) }
    total = packet.uint64(at: 8)
    let count = packet.uint32(at: 16)
    if count > Limits.playingPerPacket { throw .outOfRange(.count, value: UInt64(count)) }
    try packet.checkReserved(20..<24, of: .playingReply)
    try packet.checkSize(Self.byteCount(Int(count)), of: .playingReply)
    records = []
    records.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      records.append(try PlayingRecord(from: packet.extracting(droppingFirst: Self.start(ofRecord: index))))
    }
  }

  func write(to packet: inout MutableRawSpan) {
    let kept = records.prefix(Limits.playingPerPacket)
    packet.store(total, at: 8)
    packet.store(UInt32(kept.count), at: 16)
    for (index, record) in kept.enumerated() { record.write(to: &packet, at: Self.start(ofRecord: index)) }
  }

  private static func start(ofRecord index: Int) -> Int { headByteCount + PlayingRecord.byteCount * index }
}

extension PlayingRecord {
  fileprivate static let byteCount = 144

  fileprivate init(from record: RawSpan) throws(ProtocolError) {
    number = record.uint64(at: 0)
    playback = try PlaybackID.optional(record.uint32(at: 8), .playback)
    device = try DeviceID(record.uint32(at: 12), .device)
    processID = record.uint32(at: 16)
    category = try Category(record.uint8(at: 20), .category)
    identity = try Observed.IdentitySource(record.uint8(at: 21), .identity)
    treatment = try Treatment(record.uint8(at: 22), .treatment)
    state = try State(record.uint8(at: 23), .state)
    intensity = record.uint16(at: 24)
    felt = record.uint16(at: 26)
    try record.checkReserved(28..<32, of: .playingReply)
    startNanoseconds = try record.moment(at: 32, .start) ?? 0
    endNanoseconds = try record.moment(at: 40, .end)
    feedback = try record.name(at: 48, .name)
    applicationName = try record.name(at: 96, .application)
  }

  fileprivate func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(number, at: start)
    packet.store(playback?.rawValue ?? 0, at: start + 8)
    packet.store(device.rawValue, at: start + 12)
    packet.store(processID, at: start + 16)
    packet.store(category.rawValue, at: start + 20)
    packet.store(identity.rawValue, at: start + 21)
    packet.store(treatment.rawValue, at: start + 22)
    packet.store(state.rawValue, at: start + 23)
    packet.store(intensity, at: start + 24)
    packet.store(felt, at: start + 26)
    packet.store(moment: startNanoseconds, at: start + 32)
    packet.store(moment: endNanoseconds, at: start + 40)
    packet.store(feedback, at: start + 48)
    packet.store(applicationName, at: start + 96)
  }
}
