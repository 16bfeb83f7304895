import HapticProtocol
import Haptics
import Testing

@testable import HapticControl

@Suite struct StatusTests {
  private func line(_ change: (inout PlayingRecord) -> Void = { _ in }) -> String {
    var record = PlayingRecord.sample
    change(&record)
    return StatusCommand.lines([record], at: Instant(nanoseconds: 1_000_000_000))[1]
  }

  @Test func `each playback is a line with its owner, its device and its end`() {
    #expect(StatusCommand.lines([], at: .now) == ["playing: nothing"])
    #expect(StatusCommand.lines([.sample], at: .now)[0] == "playing:")
    #expect(
      line()
        == "  #12  message-new-instant of org.example.Chat (4711) on device 1, notification, felt at 60%, ends in 1.5 s"
    )
  }

  @Test func `the line of a playback shows what is unusual`() {
    #expect(line { $0.feedback = "" }.hasPrefix("  #12  a pattern of org.example.Chat"))
    #expect(line { $0.identity = .claimed }.contains(" of org.example.Chat? (4711) "))
    #expect(line { $0.endNanoseconds = nil }.hasSuffix(", no known end"))
    #expect(line { $0.state = .paused }.hasSuffix(", paused"))
    #expect(line { $0.state = .muted }.hasSuffix(", muted, ends in 1.5 s"))
    #expect(line { $0.treatment = .held }.contains(", held by a playback of higher priority, "))
    #expect(line { ($0.state, $0.startNanoseconds) = (.waiting, 1_250_000_000) }.hasSuffix(", starts in 250 ms"))
    #expect(line { $0.endNanoseconds = 5 }.hasSuffix(", ends in 0 ms"), "it has just ended")
  }

  @Test func `status names a device that refused to stop, and no other`() {
    var record = DeviceRecord(
      id: DeviceID(rawValue: 3), state: .ready, driver: .own, name: "Pad", path: "/dev/input/event9")
    #expect(!record.isTroubled)
    record.reason = "refused to stop: Input/output error (5)"
    #expect(record.isTroubled)
    #expect(StatusCommand.line(record) == "device 3, Pad: refused to stop: Input/output error (5)")
    record.reason = ""
    record.state = .stalled
    #expect(record.isTroubled && StatusCommand.line(record) == "device 3, Pad: does not respond")
    record.id = nil
    #expect(!record.isTroubled)
  }

  @Test func `quiet hours have their end and what plays in them`() {
    let quiet = QuietHoursInForce(end: "07:00", categories: ["alarm", "touch"])
    #expect(quiet.line == "quiet hours until 07:00; in them play: alarm, touch")
    #expect(QuietHoursInForce(end: nil, categories: []).line == "quiet hours; in them play: nothing")
  }

  @Test func `status does not count itself`() throws {
    let daemon = try Daemon("lra")
    #expect(try daemon.control("status").output.contains(", 0 clients\n"))
    #expect(try daemon.control("status", "--json").output.contains("\"clientCount\" : 0"))
    #expect(try daemon.control("stats").output.contains(", 0 clients\n"))
  }

  @Test func `status says what plays now and whose`() throws {
    let files = try PatternFiles()
    let path = try files.add("long.ahap", [PatternFiles.buzz(0, for: 30_000)])
    let daemon = try Daemon("lra")
    #expect(try daemon.control("status").output.hasSuffix("playing: nothing\n"))
    let play = try Program("hapticctl", ["play", path, "--category", "alarm"], socket: daemon.socket)
    var words = ""
    for _ in 0..<300 where !words.contains("a pattern of hapticctl? (") {
      words = try daemon.control("status").output
    }
    #expect(words.contains(") on device 1, alarm, felt at 100%, ends in "), "\(words)")
    let document = try daemon.control("status", "--json").output
    for part in ["\"playbackState\" : \"playing\"", "\"application\" : \"hapticctl\"", "\"category\" : \"alarm\""] {
      #expect(document.contains(part), "\(document)")
    }
    play.terminate()
  }
}

extension PlayingRecord {
  static let sample = PlayingRecord(
    number: 12, playback: nil, device: DeviceID(rawValue: 1)!, processID: 4711, applicationName: "org.example.Chat",
    identity: .unit, feedback: "message-new-instant", category: .notification, intensity: .max, felt: 39321,
    startNanoseconds: 500_000_000, endNanoseconds: 2_500_000_000)
}
