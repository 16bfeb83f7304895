import HapticPatterns
import HapticProtocol
import Testing

@Suite struct `Replies and records` {
  @Test func `bucket limits are powers of two of microseconds`() {
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

  @Test func `feedbacks come in pages`() throws {
    let record = FeedbackRecord(
      "tap", patternName: "tap", theme: "default", category: .touch, duration: .milliseconds(9))
    let all = (0..<70).map { number in
      var record = record
      record.duration = .microseconds(number)
      return record
    }
    var arrived: [FeedbackRecord] = []
    for first: UInt32 in [0, 32, 64] {
      let packet = DaemonPacket.reply(serial: 1, .answer(to: FeedbacksQuery.self, FeedbackList(all, from: first)))
      guard case .reply(_, let reply) = try DaemonPacket(decoding: packet.bytes.span.bytes) else { return }
      let list = try #require(reply.answer(to: FeedbacksQuery.self))
      #expect(list.total == 70)
      arrived += list.records
    }
    #expect(arrived == all)
    #expect(FeedbackList(all, from: 70) == FeedbackList(total: 70, records: []))
    #expect(FeedbackList(all, from: .max) == FeedbackList(total: 70, records: []))
    let longest = DaemonPacket.reply(serial: 1, .answer(to: FeedbacksQuery.self, FeedbackList(total: 70, records: all)))
    #expect(longest.byteCount == 24 + 32 * 176)
    #expect(try DaemonPacket(decoding: longest.bytes.span.bytes) != longest)
  }

  @Test func `the verdict silent counts as a success`() {
    #expect(Verdict.allCases.filter(\.isSuccess) == [.played, .done, .silent])
  }

  @Test func `more devices than a reply holds are left out`() throws {
    let packet = DaemonPacket.reply(
      serial: 1, .answer(to: DevicesQuery.self, DeviceList(records: Array(repeating: pad, count: Limits.devices + 1))))
    #expect(packet.byteCount == 16 + 32 * 256)
    let decoded = try DaemonPacket(decoding: packet.bytes.span.bytes)
    #expect(
      decoded
        == .reply(
          serial: 1, .answer(to: DevicesQuery.self, DeviceList(records: Array(repeating: pad, count: Limits.devices)))))
  }
}
