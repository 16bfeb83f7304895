import HapticPatterns
import HapticProtocol
import Testing

@Suite struct `Golden bytes` {
  @Test(arguments: goldenRequests)
  func `a request is these bytes and back`(golden: Golden<RequestPacket>) throws {
    #expect(golden.packet.bytes == golden.bytes)
    #expect(golden.packet.byteCount == golden.bytes.count)
    #expect(try RequestPacket(decoding: golden.bytes.span.bytes) == golden.packet)
  }

  @Test(arguments: goldenDaemonPackets)
  func `a packet of the daemon is these bytes and back`(golden: Golden<DaemonPacket>) throws {
    #expect(golden.packet.bytes == golden.bytes)
    #expect(golden.packet.byteCount == golden.bytes.count)
    #expect(try DaemonPacket(decoding: golden.bytes.span.bytes) == golden.packet)
  }

  @Test func `every opcode has golden bytes`() {
    let requests = Set(goldenRequests.map { $0.packet.request.opcode.rawValue })
    #expect(requests == Set(0x0001...0x0013))
    let sent = Set(goldenDaemonPackets.map { UInt16($0.bytes[0]) | UInt16($0.bytes[1]) << 8 })
    #expect(
      sent == [
        0x8000, 0x8001, 0x8007, 0x8008, 0x800e, 0x800f, 0x8010, 0x8012, 0x8013, 0x4001, 0x4002, 0x4003, 0x4004, 0x4005,
        0x4006, 0x4007,
      ])
  }

  @Test func `encoding overwrites whatever the buffer held`() {
    let play = RequestPacket(serial: 1, .play(.init(.name("tap"))))
    var buffer = [UInt8](repeating: 0xff, count: play.byteCount)
    var span = buffer.mutableSpan
    var bytes = span.mutableBytes
    play.encode(into: &bytes, for: Limits.version)
    #expect(buffer == play.bytes)
  }
}
