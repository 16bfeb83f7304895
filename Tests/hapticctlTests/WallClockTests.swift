import Foundation
import HapticProtocol
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// Times in JSON.
@Suite struct WallClockTests {
  @Test func `a time in JSON is given on both clocks`() throws {
    let before = Date()
    let output = try Daemon().controlInTime("play", "selection", "--json").output
    let play = try JSONDecoder().decode(Played.self, from: Data(output.utf8))
    #expect(play.feedback == "selection")
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let cause = try #require(formatter.date(from: play.causeTime), "\(play.causeTime)")
    #expect(cause > before.addingTimeInterval(-1) && cause < Date().addingTimeInterval(1))
    let written = try #require(formatter.date(from: play.writtenTime), "\(play.writtenTime)")
    let wall = written.timeIntervalSince(cause)
    let monotonic = Double(play.writtenMonotonicNanoseconds - play.causeMonotonicNanoseconds) / 1e9
    #expect(abs(wall - monotonic) < 0.002, "\(wall) \(monotonic)")
  }

  @Test func `a wall-clock time has its offset from UTC`() throws {
    let clock = WallClock(offset: 1_795_000_000_000_000_000)
    for zone in ["America/St_Johns", "Asia/Kathmandu", "UTC"] {
      setenv("TZ", zone, 1)
      tzset()
      let text = clock.dateAndTime(monotonicNanoseconds: 1_250_118_999)
      let ends = ["America/St_Johns": "-03:30", "Asia/Kathmandu": "+05:45", "UTC": "+00:00"]
      #expect(text.hasSuffix(".250118" + (ends[zone] ?? "")), "\(text)")
    }
    unsetenv("TZ")
    tzset()
    #expect(clock.dateAndTime(monotonicNanoseconds: -1_795_000_000_000_000_001).contains("1969-12-31T"))
  }
}

private struct Played: Decodable {
  let feedback, causeTime, writtenTime: String
  let causeMonotonicNanoseconds, writtenMonotonicNanoseconds: Int64
}
