import EventLoop
import Glibc
import HapticSystem
import Testing

/// The clock on the wall, in a zone with daylight saving.
@Suite(.serialized) struct LocalTimeTests {
  init() {
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
    tzset()
  }

  /// 2026-11-21, a Saturday, 21:30:15.
  private let evening: Int64 = 1_795_293_015

  @Test func `a moment has its weekday and minute`() {
    let (time, midnight) = (LocalTime(at: evening), LocalTime(at: evening + 9000))
    #expect(time.weekday == 6 && time.minute == 21 * 60 + 30)
    #expect(midnight.weekday == 0 && midnight.minute == 0)
  }

  @Test func `the next edge is the first that comes, today or tomorrow`() {
    let edges = [22 * 60, 7 * 60, 0]
    #expect(LocalTime.next(of: edges, after: evening) == evening + 1785)
    #expect(LocalTime.next(of: edges, after: evening + 1785) == evening - 15 + 9000)
    #expect(LocalTime.next(of: [7 * 60], after: evening) == evening - 15 + 9000 + 7 * 3600 - 0)
    #expect(LocalTime.next(of: [], after: evening) == nil)
  }

  @Test func `a night in which the clocks change is an hour shorter or longer`() {
    // The evenings of 2026-03-28 and 2026-10-24, 22:00 each.
    for (start, hours) in [(Int64(1_774_731_600), Int64(8)), (1_792_872_000, 10)] {
      #expect(LocalTime(at: start).minute == 22 * 60)
      #expect(LocalTime.next(of: [7 * 60], after: start) == start + hours * 3600)
    }
  }

  @Test func `a timer on the wall clock fires at its time, and not after it is cleared`() throws {
    let loop = try EventLoop()
    let timer = try WallTimer()
    var rings = 0
    let source = try loop.watch(timer.rawValue, for: .readable) { _ in
      rings += 1
      try? timer.set(for: nil)
    }
    try timer.set(for: LocalTime.seconds + 3600)
    _ = try loop.runOnce(timeout: .milliseconds(20))
    #expect(rings == 0)
    try timer.set(for: LocalTime.seconds - 1)
    _ = try loop.runOnce(timeout: .seconds(5))
    #expect(rings == 1)
    _ = try loop.runOnce(timeout: .milliseconds(20))
    #expect(rings == 1)
    _ = consume source
  }
}
