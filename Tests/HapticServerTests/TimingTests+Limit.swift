import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import ServerHarness
import Testing

/// Plays with a limit.
extension TimingTests {
  @Test func `a limit ends a playback`() throws {
    let (bench, client) = try bench(Self.buzz)
    let start = bench.clock.now
    client.play(handle: 1, playback: 7, Timing(limit: .milliseconds(700)))
    #expect(expectedEnd(client) == (start + .milliseconds(700)).nanoseconds)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.writes.last?.level == .off && bench.motor.writes.last?.at == start + .milliseconds(700))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a limit counts from the start, while the playback is paused as well`() throws {
    let (bench, client) = try bench(Self.buzz)
    let start = bench.clock.now + .seconds(5)
    client.play(handle: 1, playback: 7, Timing(loop: Loop(), limit: .seconds(3)), at: start)
    let begin = Instant(nanoseconds: try #require(client.ask(PlayingQuery())?.records.first?.startNanoseconds))
    #expect(expectedEnd(client) == (begin + .seconds(3)).nanoseconds)
    bench.clock.advance(by: .seconds(6))
    #expect(!bench.motor.isOff)
    client.change(7, .pause)
    #expect(expectedEnd(client) == (begin + .seconds(3)).nanoseconds)
    bench.clock.advance(by: .milliseconds(1500))
    #expect(client.finishes.isEmpty)
    bench.clock.advance(by: .milliseconds(500))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a limit may be later than any scheduled action, and is not counted as one`() throws {
    let (bench, client) = try bench()
    client.play(handle: 1, playback: 7, Timing(loop: Loop(end: .seconds(10)), limit: .seconds(65)))
    let later = bench.clock.now + .seconds(59)
    for _ in 0..<Limits.scheduledActions { #expect(client.change(7, .mute(false), at: later)?.verdict == .done) }
    bench.clock.advance(by: .milliseconds(64_990))
    #expect(client.finishes.isEmpty && bench.motor.pulses == 35)
    bench.clock.advance(by: .milliseconds(10))
    #expect(client.finishes.map(\.reason) == [.ended])
    client.play(handle: 1, playback: 8, Timing(limit: .microseconds(Int64.max)))
    bench.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a stop comes before a limit, and a limit before the end`() throws {
    let (bench, client) = try bench(Self.buzz)
    client.play(handle: 1, playback: 7, Timing(limit: .seconds(1)))
    client.change(7, .stop, at: bench.clock.now + .milliseconds(500))
    #expect(expectedEnd(client) == (bench.clock.now + .milliseconds(500)).nanoseconds)
    bench.clock.advance(by: .milliseconds(500))
    #expect(client.finishes.map(\.reason) == [.stopped])
    client.play(handle: 1, playback: 7, Timing(limit: .microseconds(1)))
    bench.clock.advance(by: .milliseconds(1))
    #expect(bench.motor.isOff && client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }
}
