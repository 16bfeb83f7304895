import HapticProtocol
import Testing

@Suite struct `Replies and records` {
  @Test func `a bucket holds what is below a power of two microseconds`() {
    #expect(StageSummary.bucket(nanoseconds: 0) == 0)
    #expect(StageSummary.bucket(nanoseconds: 999) == 0)
    #expect(StageSummary.bucket(nanoseconds: 1000) == 1)
    #expect(StageSummary.bucket(nanoseconds: 1999) == 1)
    #expect(StageSummary.bucket(nanoseconds: 2000) == 2)
    #expect(StageSummary.bucket(nanoseconds: 1_000_000) == 10)
    #expect(StageSummary.bucket(nanoseconds: .max) == 31)
  }

  @Test func `text too long for its field is cut at a character`() throws {
    var device = pad
    device.name = String(repeating: "x", count: 63) + "ü"
    device.reason = "before\0after"
    let packet = DaemonPacket.event(.device(DeviceChange(.added, device)))
    guard case .event(.device(let change)) = try DaemonPacket(decoding: packet.bytes.span.bytes) else {
      Issue.record("not a device event")
      return
    }
    #expect(change.device.name == String(repeating: "x", count: 63))
    #expect(change.device.reason == "before")
  }

  @Test func `more devices than a reply holds are left out`() throws {
    let packet = DaemonPacket.reply(serial: 1, .devices(Array(repeating: pad, count: Limits.devices + 1)))
    #expect(packet.byteCount == Limits.maximumDaemonPacketSize)
    let decoded = try DaemonPacket(decoding: packet.bytes.span.bytes)
    #expect(decoded == .reply(serial: 1, .devices(Array(repeating: pad, count: Limits.devices))))
  }
}
