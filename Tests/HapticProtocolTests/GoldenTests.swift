import HapticPatterns
import HapticProtocol
import Testing

@Suite struct `Golden bytes` {
  @Test(arguments: goldenRequests)
  func `a request is encoded to its golden bytes and decoded from them`(golden: Golden<RequestPacket>) throws {
    #expect(golden.packet.bytes == golden.bytes)
    #expect(golden.packet.byteCount == golden.bytes.count)
    #expect(try RequestPacket(decoding: golden.bytes.span.bytes) == golden.packet)
  }

  @Test(arguments: goldenDaemonPackets)
  func `a daemon packet is encoded to its golden bytes and decoded from them`(golden: Golden<DaemonPacket>) throws {
    #expect(golden.packet.bytes == golden.bytes)
    #expect(golden.packet.byteCount == golden.bytes.count)
    #expect(try DaemonPacket(decoding: golden.bytes.span.bytes) == golden.packet)
  }

  @Test func `every opcode has golden bytes`() {
    let goldens = goldenRequests.map(\.bytes) + goldenDaemonPackets.map(\.bytes)
    let opcodes = Set(goldens.map { UInt16($0[0]) | UInt16($0[1]) << 8 })
    #expect(opcodes == Set(Contract.present.packets.map { UInt16($0.opcode!.dropFirst(2), radix: 16)! }))
  }
}
