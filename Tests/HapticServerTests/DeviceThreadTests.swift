import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

/// A device whose own thread writes the levels.
@Suite struct DeviceThreadTests {
  @Test func `a device with a thread of its own reports the write later`() throws {
    let bench = try ServerBench()
    bench.motor.queues = true
    let client = try bench.client()
    client.send(.monitor(.levels))
    let verdict = try #require(client.play("impact.light", playback: 1))
    #expect(verdict.writtenNanoseconds == nil)
    let written = bench.clock.now + .milliseconds(1)
    let level = LeasedLevel(bench.motor.level, .medium)
    bench.motor.onWritten?(level, bench.clock.now, written)
    bench.clock.advance(by: .seconds(1))
    let stopped = bench.clock.now
    bench.motor.onWritten?(.init(.off, .short), stopped, stopped)
    let events = client.events
    let finished = events.compactMap { if case .finished(let end) = $0 { end } else { nil } }
    #expect(finished.first?.firstWrittenNanoseconds == written.nanoseconds)
    #expect(finished.first?.endedNanoseconds == stopped.nanoseconds)
    let report = try #require(client.ask(StatisticsQuery()))
    #expect(report[stage: .written].count == 1)
    #expect(report[stage: .written].maximum >= 900_000)
    let levels = events.compactMap { if case .level(let level) = $0 { level } else { nil } }
    #expect(levels.map(\.writtenNanoseconds) == [written.nanoseconds, stopped.nanoseconds])
    #expect(levels.map(\.leaseMilliseconds) == [256, 0])
  }

  @Test func `a stop that is asked for overtakes the levels that wait for the device's thread`() throws {
    let bench = try ServerBench(vocabulary: .test)
    bench.motor.queues = true
    let client = try bench.client()
    client.play("long", playback: 1)
    bench.clock.advance(by: .milliseconds(30))
    client.send(.stop(PlaybackID(rawValue: 1)))
    #expect(bench.motor.pending.map(\.level.level) == [.off])
    bench.motor.writeQueued()
    #expect(client.finishes.map(\.reason) == [.stopped])
  }

  @Test func `a level refused by the device's thread ends its playback as failed, not the next one`() throws {
    let bench = try ServerBench()
    bench.motor.queues = true
    let client = try bench.client()
    #expect(client.play("impact.light", playback: 1)?.verdict == .played)
    bench.motor.onFailure?(.full)
    #expect(client.finishes.map(\.reason) == [.failed])
    #expect(bench.motor.isOff)
    let writes = bench.motor.writes.count
    bench.motor.onFailure?(.full)
    #expect(bench.motor.writes.count == writes, "a refused stop is not said for ever")
    #expect(client.play("impact.light", playback: 1)?.verdict == .played)
    bench.clock.advance(by: .seconds(1))
    bench.motor.writeQueued()
    #expect(client.finishes.map(\.reason) == [.ended])
  }
}
