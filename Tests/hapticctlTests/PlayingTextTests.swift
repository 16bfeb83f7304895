import HapticProtocol
import HapticSystem
import Haptics
import Testing

@testable import hapticctl

@Suite struct `What plays, in words` {
  private let now = Instant(nanoseconds: 10_000_000_000)

  private var record: PlayingRecord {
    PlayingRecord(
      number: 8, device: DeviceID(rawValue: 1)!, processID: 812, applicationName: "org.example.Game",
      identity: .unit, feedback: "hum", category: .media, felt: 0x8000, startNanoseconds: 9_000_000_000,
      endNanoseconds: 12_000_000_000)
  }

  @Test func `a line says what, whose, where, how strong and how long`() {
    #expect(
      record.line(at: now)
        == "hum of org.example.Game (812) on device 1, media at 50%: for 1.0 s, ends in 2.0 s")
    var other = record
    other.feedback = ""
    other.identity = .claimed
    other.endNanoseconds = nil
    other.treatment = .held
    other.state = .muted
    #expect(
      other.line(at: now)
        == "a pattern of its own of org.example.Game? (812) on device 1, media at 50%: for 1.0 s, muted, "
        + "not felt, as something of higher priority plays")
    other = record
    other.identity = .none
    other.state = .waiting
    other.startNanoseconds = 13_000_000_000
    #expect(other.line(at: now) == "hum of an unnamed client (812) on device 1, media at 50%: starts in 3.0 s")
  }

  @Test func `nothing and very much are told in few lines`() {
    #expect(PlayingRecord.lines([], at: now) == ["playing: nothing"])
    let lines = PlayingRecord.lines(Array(repeating: record, count: 30), at: now)
    #expect(lines.count == 22 && lines.first == "playing: 30 playbacks")
    #expect(lines.last == "  and 10 more; see: hapticctl status --json")
  }
}
