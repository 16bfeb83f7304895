import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import Testing

@Suite struct PlayTests {
  @Test func `a tap drives the motor and stops it on time`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let verdict = try #require(client.play("impact.medium"))
    #expect(verdict.verdict == .played)
    #expect(verdict.device == bench.motor.id)
    #expect(verdict.writtenNanoseconds == bench.clock.now.nanoseconds)
    #expect(!bench.motor.isOff)

    let drive = bench.motor.model.drive(
      for: try #require(Vocabulary.standard["impact.medium"]).pattern, intensity: 1)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.levels == drive.steps.map(\.level))
    let start = bench.motor.writes[1].at
    #expect(bench.motor.writes.dropFirst().map { $0.at - start } == drive.steps.map(\.at))
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: Vocabulary.standard.feedbacks.map(\.name), ["erm", "lra", "on-off", "pad"])
  func `every feedback ends with the motor off`(name: ShortName, preset: String) throws {
    let bench = try ServerBench(preset: preset)
    try bench.client().play(name)
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .seconds(3))
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `a device is silenced when it appears`() throws {
    #expect(try ServerBench().motor.writes.map(\.level) == [.off])
  }

  @Test func `a burst of a thousand taps leaves the motor off`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    for _ in 1...1000 {
      client.send(.play(.init(.name("impact.heavy"))))
      bench.clock.advance(by: .microseconds(100))
    }
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }

  @Test func `with two clients on one motor, the stronger level is written`() throws {
    let bench = try ServerBench(vocabulary: .test)
    try bench.client().play("long", intensity: 20000)
    bench.clock.advance(by: .milliseconds(200))
    let weak = bench.motor.level
    try bench.client().play("hit")
    #expect(bench.motor.level.strong > weak.strong)
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.level == weak)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.motor.isOff)
  }

  @Test func `a play with a start time waits for it`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let start = bench.clock.now + .milliseconds(300)
    let verdict = client.verdict(.play(.init(.name("selection"), startNanoseconds: start.nanoseconds)))
    #expect(verdict?.verdict == .played)
    #expect(verdict?.writtenNanoseconds == nil)
    let lead = bench.motor.model.drive(for: try #require(Vocabulary.standard["selection"]).pattern).lead
    bench.clock.advance(by: .milliseconds(299) - lead)
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.writes[1].at == start - lead, "the motor needs that long to be felt")
    #expect(bench.motor.isOff)
  }

  @Test func `after a delay of the daemon, a tap plays late and whole, and counts as late`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.send(.monitor(.levels))
    let start = bench.clock.now + .milliseconds(300)
    client.send(
      .play(.init(.name("success"), startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    bench.clock.stall(for: .seconds(2))
    let awake = bench.clock.now
    bench.clock.advance(by: .seconds(2))
    let drive = bench.motor.model.drive(for: try #require(Vocabulary.standard["success"]).pattern)
    #expect(bench.motor.levels == drive.steps.map(\.level))
    #expect(bench.motor.writes.dropFirst().map { $0.at - awake } == drive.steps.map(\.at))
    let planned = client.events.compactMap { if case .level(let level) = $0 { level.plannedNanoseconds } else { nil } }
    #expect(planned.first == (start - drive.lead).nanoseconds)
    #expect(bench.clock.isIdle)
  }

  @Test func `after a delay of the daemon beyond its deadline, a tap is lost`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let start = bench.clock.now + .milliseconds(300)
    client.send(
      .play(
        .init(
          .name("success"), playback: PlaybackID(rawValue: 1), startNanoseconds: start.nanoseconds,
          deadlineMicroseconds: 1_000_000)))
    bench.clock.stall(for: .seconds(2))
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.levels.isEmpty)
    #expect(client.finishes.map(\.firstWrittenNanoseconds) == [nil])
    #expect(bench.clock.isIdle)
  }

  @Test func `a steered playback keeps its position after a delay of the daemon`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let playback = try #require(PlaybackID(rawValue: 1))
    let start = bench.clock.now + .milliseconds(300)
    client.send(
      .play(
        .init(
          .name("success"), playback: playback, startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    client.send(.transport(.init(playback, .rate(1))))
    bench.clock.stall(for: .seconds(2))
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.levels.isEmpty)
    #expect(client.finishes.map(\.firstWrittenNanoseconds) == [nil])
    #expect(bench.clock.isIdle)
  }

  @Test func `a tap that begins during a delay of the daemon keeps its position`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let start = bench.clock.now + .milliseconds(300)
    client.send(.play(.init(.name("success"), startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    let drive = bench.motor.model.drive(for: try #require(Vocabulary.standard["success"]).pattern)
    let first = try #require(drive.steps.dropFirst().first).at - .microseconds(1)
    bench.clock.stall(for: .milliseconds(300) - drive.lead + first)
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.levels == drive.steps.map(\.level))
    #expect(bench.motor.writes.dropFirst(2).map { $0.at - start } == drive.steps.dropFirst().map { $0.at - drive.lead })
  }

  @Test func `a long level renews its lease and is stopped at its end`() throws {
    let bench = try ServerBench(vocabulary: .test)
    try bench.client().play("long")
    let start = bench.clock.now
    bench.clock.advance(by: .seconds(5))
    let writes = bench.motor.writes.dropFirst()
    let steady = writes.filter { $0.lease == .long && $0.level != .off }
    #expect(steady.count >= 3)
    for (one, next) in zip(writes, writes.dropFirst()) { #expect(next.at - one.at < one.lease.duration) }
    #expect(bench.motor.isOff)
    #expect(bench.motor.writes.last!.at - start >= .seconds(3))
  }

  @Test func `an overlapping play extends the lease of a level that does not change`() throws {
    let bench = try ServerBench(preset: "on-off", vocabulary: .test)
    let client = try bench.client()
    client.play("hit")
    bench.clock.advance(by: .milliseconds(5))
    client.play("steady")
    let writes = { bench.motor.writes.dropFirst() }
    bench.clock.advance(by: .milliseconds(150))
    #expect(!bench.motor.isOff)
    for (one, next) in zip(writes(), writes().dropFirst()) { #expect(next.at - one.at < one.lease.duration) }
    bench.clock.advance(by: .seconds(5))
    #expect(bench.motor.isOff)
  }

  @Test func `the lease stops the motor of a daemon that hangs`() throws {
    let bench = try ServerBench(vocabulary: .test)
    try bench.client().play("long")
    bench.clock.stall(for: Lease.long.duration)
    #expect(bench.motor.isOff(byLeaseAt: bench.clock.now))
  }

  @Test func `a play with intensity 0 has the verdict played and no level`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    #expect(client.play("impact.heavy", intensity: 0, playback: 3)?.verdict == .played)
    #expect(bench.motor.levels.isEmpty)
    #expect(client.events.contains { if case .finished(let end) = $0 { end.reason == .ended } else { false } })
  }

  @Test func `a play within the minimum interval reports its write only in its end`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let first = try #require(client.play("impact.light", playback: 1)?.writtenNanoseconds)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try #require(client.play("impact.heavy", playback: 2)).writtenNanoseconds == nil)
    bench.clock.advance(by: .seconds(1))
    let ends = client.events.compactMap { if case .finished(let end) = $0 { end } else { nil } }
    let second = try #require(ends.first { $0.playback.rawValue == 2 }?.firstWrittenNanoseconds)
    #expect(second >= first + Int64(bench.motor.model.minimumInterval / .nanoseconds(1)))
  }

  @Test(arguments: [0, 7, 15, 40, 80])
  func `a late step keeps the lease of its upload`(lateness: Int) throws {
    let bench = try ServerBench(vocabulary: .test)
    bench.clock.advance(by: .seconds(1))
    let client = try bench.client()
    client.play("twice")
    for _ in 0..<100 {
      bench.clock.stall(for: .milliseconds(lateness))
      bench.clock.advance(by: .milliseconds(5))
    }
    let prepared = Set(bench.motor.prepared)
    let written = bench.motor.writes.map { LeasedLevel($0.level, $0.lease) }
    #expect(written.contains { $0.level != .off })
    #expect(written.allSatisfy { $0.level == .off || prepared.contains($0) })
  }

  @Test func `commands keep the distance that a slow link needs, and a stop does not wait`() throws {
    let bench = try ServerBench(preset: "pad", vocabulary: .test)
    let interval = bench.motor.model.minimumInterval
    try #require(interval > .zero)
    let client = try bench.client()
    for _ in 1...10 {
      client.play("hit")
      bench.clock.advance(by: .milliseconds(1))
      client.play("long", intensity: .random(in: 1000...60000))
    }
    let before = bench.clock.now
    client.verdict(.stop(nil))
    #expect(bench.motor.isOff)
    #expect(bench.motor.writes.last!.at == before)
    let raises = bench.motor.writes.dropFirst().filter { $0.level != .off }
    for (one, next) in zip(raises, raises.dropFirst()) { #expect(next.at - one.at >= interval) }
  }
}

extension Vocabulary {
  /// Feedbacks in shapes that `standard` does not contain.
  static let test = Vocabulary([
    Feedback("hit", .touch, Pattern([Event(.transient, intensity: 1.0, sharpness: 0.5)])),
    Feedback(
      "steady", .touch,
      Pattern([Event(.continuous(duration: .seconds(3)), intensity: 1.0, sharpness: 0.3)])),
    Feedback(
      "twice", .touch,
      Pattern([
        Event(.continuous(duration: .milliseconds(90)), intensity: 0.9, sharpness: 0.3),
        Event(.continuous(duration: .milliseconds(90)), at: .milliseconds(250), intensity: 0.6, sharpness: 0.3),
      ])),
    Feedback(
      "long", .touch,
      Pattern([Event(.continuous(duration: .seconds(3)), intensity: 0.7, sharpness: 0.3)])),
  ])
}
