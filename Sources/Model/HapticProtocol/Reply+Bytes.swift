internal import HapticPatterns

extension VerdictReply: Body {
  static let opcode = Opcode.verdictReply
  static let byteCount = 56

  init(from packet: RawSpan) throws(ProtocolError) {
    verdict = try Verdict(packet.uint16(at: 8), .verdict)
    try packet.checkReserved(10..<12, of: Self.opcode)
    device = try DeviceID.optional(packet.uint32(at: 12), .device)
    playback = try PlaybackID.optional(packet.uint32(at: 16), .playback)
    try packet.checkReserved(20..<24, of: Self.opcode)
    count = packet.uint64(at: 24)
    receivedNanoseconds = try packet.moment(at: 32, .received) ?? 0
    admittedNanoseconds = try packet.moment(at: 40, .admitted)
    writtenNanoseconds = try packet.moment(at: 48, .written)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(verdict.rawValue, at: 8)
    packet.store(device?.rawValue ?? 0, at: 12)
    packet.store(playback?.rawValue ?? 0, at: 16)
    packet.store(count, at: 24)
    packet.store(moment: receivedNanoseconds, at: 32)
    packet.store(moment: admittedNanoseconds, at: 40)
    packet.store(moment: writtenNanoseconds, at: 48)
  }
}

extension HelloReply: Body {
  static let opcode = Opcode.helloReply
  static let byteCount = 64

  init(from packet: RawSpan) throws(ProtocolError) {
    version = packet.uint16(at: 8)
    if version == 0 { throw .outOfRange(.version, value: 0) }
    handles = packet.uint16(at: 10)
    playbacks = packet.uint16(at: 12)
    maximumRequestSize = packet.uint16(at: 14)
    daemonVersion = try packet.name(at: 16, .name)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(version, at: 8)
    packet.store(handles, at: 10)
    packet.store(playbacks, at: 12)
    packet.store(maximumRequestSize, at: 14)
    packet.store(daemonVersion, at: 16)
  }
}
