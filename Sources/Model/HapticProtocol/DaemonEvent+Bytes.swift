internal import HapticPatterns

extension Finished: Body {
  static let opcode = Opcode.finished
  static let byteCount = 40

  init(from packet: RawSpan) throws(ProtocolError) {
    playback = try PlaybackID(packet.uint32(at: 8), .playback)
    reason = try FinishReason(packet.uint16(at: 12), .reason)
    try packet.checkReserved(14..<16, of: Self.opcode)
    firstWrittenNanoseconds = try packet.moment(at: 16, .written)
    endedNanoseconds = try packet.moment(at: 24, .ended) ?? 0
    device = try DeviceID.optional(packet.uint32(at: 32), .device)
    try packet.checkReserved(36..<40, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(playback.rawValue, at: 8)
    packet.store(reason.rawValue, at: 12)
    packet.store(moment: firstWrittenNanoseconds, at: 16)
    packet.store(moment: endedNanoseconds, at: 24)
    packet.store(device?.rawValue ?? 0, at: 32)
  }
}

extension DeviceChange: Body {
  static let opcode = Opcode.device
  static let byteCount = 272

  init(from packet: RawSpan) throws(ProtocolError) {
    kind = try Kind(packet.uint32(at: 8), .change)
    try packet.checkReserved(12..<16, of: Self.opcode)
    device = try DeviceRecord(from: packet.extracting(droppingFirst: 16), of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(kind.rawValue, at: 8)
    device.write(to: &packet, at: 16)
  }
}

extension LevelChange: Body {
  static let opcode = Opcode.level
  static let byteCount = 40

  init(from packet: RawSpan) throws(ProtocolError) {
    device = try DeviceID(packet.uint32(at: 8), .device)
    strong = packet.uint16(at: 12)
    weak = packet.uint16(at: 14)
    plannedNanoseconds = try packet.moment(at: 16, .planned) ?? 0
    writtenNanoseconds = try packet.moment(at: 24, .written) ?? 0
    leaseMilliseconds = packet.uint32(at: 32)
    periodMilliseconds = packet.uint16(at: 36)
    try packet.checkReserved(38..<40, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(device.rawValue, at: 8)
    packet.store(strong, at: 12)
    packet.store(weak, at: 14)
    packet.store(moment: plannedNanoseconds, at: 16)
    packet.store(moment: writtenNanoseconds, at: 24)
    packet.store(leaseMilliseconds, at: 32)
    packet.store(periodMilliseconds, at: 36)
  }
}
