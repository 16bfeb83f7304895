import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct PlayTests {
  @Test func `a tap drives the motor and stops it on time`() throws {
    let house = try House()
    let client = try house.client()
    let verdict = try #require(client.play("impact.medium"))
    #expect(verdict.verdict == .played)
    #expect(verdict.device == house.motor.id)
    #expect(verdict.writtenNanoseconds == house.clock.now.nanoseconds)
    #expect(!house.motor.isOff)

    let drive = house.motor.model.drive(
      for: try #require(Vocabulary.standard["impact.medium"]).pattern, intensity: 1)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.levels == drive.steps.map(\.level))
    let start = house.motor.writes[1].at
    #expect(house.motor.writes.dropFirst().map { $0.at - start } == drive.steps.map(\.at))
    #expect(house.clock.isIdle)
  }

  @Test(arguments: Vocabulary.standard.feedbacks.map(\.name), ["erm", "lra", "on-off", "pad"])
  func `every feedback ends with the motor off`(name: ShortName, preset: String) throws {
    let house = try House(preset: preset)
    try house.client().play(name)
    #expect(!house.motor.isOff)
    house.clock.advance(by: .seconds(3))
    #expect(house.motor.isOff)
    #expect(house.clock.isIdle)
  }

  @Test func `a device is silenced when it appears`() throws {
    #expect(try House().motor.writes.map(\.level) == [.off])
  }

  @Test func `a burst of a thousand taps leaves the motor off`() throws {
    let house = try House()
    let client = try house.client()
    for _ in 1...1000 {
      client.send(.play(.init(.name("impact.heavy"))))
      house.clock.advance(by: .microseconds(100))
    }
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.isOff)
    #expect(house.clock.isIdle)
  }

  @Test func `two clients mix to the stronger of both`() throws {
    let house = try House(vocabulary: .test)
    try house.client().play("long", intensity: 20000)
    house.clock.advance(by: .milliseconds(200))
    let weak = house.motor.level
    try house.client().play("hit")
    #expect(house.motor.level.strong > weak.strong)
    house.clock.advance(by: .milliseconds(500))
    #expect(house.motor.level == weak)
    house.clock.advance(by: .seconds(5))
    #expect(house.motor.isOff)
  }

  @Test func `a play with a start time waits for it`() throws {
    let house = try House()
    let client = try house.client()
    let start = house.clock.now + .milliseconds(300)
    let verdict = client.verdict(.play(.init(.name("selection"), startNanoseconds: start.nanoseconds)))
    #expect(verdict?.verdict == .played)
    #expect(verdict?.writtenNanoseconds == nil)
    let lead = house.motor.model.drive(for: try #require(Vocabulary.standard["selection"]).pattern).lead
    house.clock.advance(by: .milliseconds(299) - lead)
    #expect(house.motor.isOff)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.writes[1].at == start - lead, "the motor needs that long to be felt")
    #expect(house.motor.isOff)
  }

  @Test func `a tap that the daemon slept through is felt late, whole, and counted as late`() throws {
    let house = try House()
    let client = try house.client()
    client.send(.monitor(.levels))
    let start = house.clock.now + .milliseconds(300)
    client.send(
      .play(.init(.name("success"), startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    house.clock.stall(for: .seconds(2))
    let awake = house.clock.now
    house.clock.advance(by: .seconds(2))
    let drive = house.motor.model.drive(for: try #require(Vocabulary.standard["success"]).pattern)
    #expect(house.motor.levels == drive.steps.map(\.level))
    #expect(house.motor.writes.dropFirst().map { $0.at - awake } == drive.steps.map(\.at))
    let planned = client.events.compactMap { if case .level(let level) = $0 { level.plannedNanoseconds } else { nil } }
    #expect(planned.first == (start - drive.lead).nanoseconds)
    #expect(house.clock.isIdle)
  }

  @Test func `a tap that the daemon slept through is lost where its deadline has passed`() throws {
    let house = try House()
    let client = try house.client()
    let start = house.clock.now + .milliseconds(300)
    client.send(
      .play(
        .init(
          .name("success"), playback: PlaybackID(rawValue: 1), startNanoseconds: start.nanoseconds,
          deadlineMicroseconds: 1_000_000)))
    house.clock.stall(for: .seconds(2))
    house.clock.advance(by: .seconds(2))
    #expect(house.motor.levels.isEmpty)
    #expect(client.finishes.map(\.firstWrittenNanoseconds) == [nil])
    #expect(house.clock.isIdle)
  }

  @Test func `a steered playback keeps its position after a delay of the daemon`() throws {
    let house = try House()
    let client = try house.client()
    let playback = try #require(PlaybackID(rawValue: 1))
    let start = house.clock.now + .milliseconds(300)
    client.send(
      .play(
        .init(
          .name("success"), playback: playback, startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    client.send(.transport(.init(playback, .rate(1))))
    house.clock.stall(for: .seconds(2))
    house.clock.advance(by: .seconds(2))
    #expect(house.motor.levels.isEmpty)
    #expect(client.finishes.map(\.firstWrittenNanoseconds) == [nil])
    #expect(house.clock.isIdle)
  }

  @Test func `a tap that begins while the daemon sleeps keeps its place`() throws {
    let house = try House()
    let client = try house.client()
    let start = house.clock.now + .milliseconds(300)
    client.send(.play(.init(.name("success"), startNanoseconds: start.nanoseconds, deadlineMicroseconds: 2_000_000)))
    let drive = house.motor.model.drive(for: try #require(Vocabulary.standard["success"]).pattern)
    let first = try #require(drive.steps.dropFirst().first).at - .microseconds(1)
    house.clock.stall(for: .milliseconds(300) - drive.lead + first)
    house.clock.advance(by: .seconds(2))
    #expect(house.motor.levels == drive.steps.map(\.level))
    #expect(house.motor.writes.dropFirst(2).map { $0.at - start } == drive.steps.dropFirst().map { $0.at - drive.lead })
  }

  @Test func `a long level renews its lease and is stopped at its end`() throws {
    let house = try House(vocabulary: .test)
    try house.client().play("long")
    let start = house.clock.now
    house.clock.advance(by: .seconds(5))
    let writes = house.motor.writes.dropFirst()
    let steady = writes.filter { $0.lease == .long && $0.level != .off }
    #expect(steady.count >= 3)
    for (one, next) in zip(writes, writes.dropFirst()) { #expect(next.at - one.at < one.lease.duration) }
    #expect(house.motor.isOff)
    #expect(house.motor.writes.last!.at - start >= .seconds(3))
  }

  @Test func `an overlapping play extends the lease of a level that does not change`() throws {
    let house = try House(preset: "on-off", vocabulary: .test)
    let client = try house.client()
    client.play("hit")
    house.clock.advance(by: .milliseconds(5))
    client.play("steady")
    let writes = { house.motor.writes.dropFirst() }
    house.clock.advance(by: .milliseconds(150))
    #expect(!house.motor.isOff)
    for (one, next) in zip(writes(), writes().dropFirst()) { #expect(next.at - one.at < one.lease.duration) }
    house.clock.advance(by: .seconds(5))
    #expect(house.motor.isOff)
  }

  @Test func `a daemon that hangs leaves the motor to its lease`() throws {
    let house = try House(vocabulary: .test)
    try house.client().play("long")
    house.clock.stall(for: Lease.long.duration)
    #expect(house.motor.isOff(byLeaseAt: house.clock.now))
  }

  @Test func `no strength is nothing to feel, and still played`() throws {
    let house = try House()
    let client = try house.client()
    #expect(client.play("impact.heavy", intensity: 0, playback: 3)?.verdict == .played)
    #expect(house.motor.levels.isEmpty)
    #expect(client.events.contains { if case .finished(let end) = $0 { end.reason == .ended } else { false } })
  }

  @Test func `a device with a thread of its own reports the write later`() throws {
    let house = try House()
    house.motor.queues = true
    let client = try house.client()
    client.send(.monitor(.levels))
    let verdict = try #require(client.play("impact.light", playback: 1))
    #expect(verdict.writtenNanoseconds == nil)
    let written = house.clock.now + .milliseconds(1)
    let level = LeasedLevel(house.motor.level, .medium)
    house.motor.onQueuedWrite?(level, house.clock.now, written)
    house.clock.advance(by: .seconds(1))
    let stopped = house.clock.now
    house.motor.onQueuedWrite?(.init(.off, .short), stopped, stopped)
    let events = client.events
    let finished = events.compactMap { if case .finished(let end) = $0 { end } else { nil } }
    #expect(finished.first?.firstWrittenNanoseconds == written.nanoseconds)
    #expect(finished.first?.endedNanoseconds == stopped.nanoseconds)
    guard case .statistics(let report) = client.ask(.statistics(resetting: false)) else {
      Issue.record("no statistics")
      return
    }
    #expect(report.written.count == 1)
    #expect(report.written.maximum >= 900_000)
    let levels = events.compactMap { if case .level(let level) = $0 { level } else { nil } }
    #expect(levels.map(\.writtenNanoseconds) == [written.nanoseconds, stopped.nanoseconds])
    #expect(levels.map(\.leaseMilliseconds) == [256, 0])
  }

  @Test func `a level that is refused later ends its playback as failed, and the next one may work`() throws {
    let house = try House()
    house.motor.queues = true
    let client = try house.client()
    #expect(client.play("impact.light", playback: 1)?.verdict == .played)
    house.motor.onQueuedFailure?(.full)
    #expect(client.finishes.map(\.reason) == [.failed])
    #expect(house.motor.isOff)
    let writes = house.motor.writes.count
    house.motor.onQueuedFailure?(.full)
    #expect(house.motor.writes.count == writes, "a refused stop is not said for ever")
    #expect(client.play("impact.light", playback: 1)?.verdict == .played)
    house.clock.advance(by: .seconds(1))
    house.motor.writeQueued()
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test(arguments: [0, 7, 15, 40, 80])
  func `a step that comes late keeps the lease it was prepared with`(lateness: Int) throws {
    let house = try House(vocabulary: .test)
    house.clock.advance(by: .seconds(1))
    let client = try house.client()
    client.play("twice")
    for _ in 0..<100 {
      house.clock.stall(for: .milliseconds(lateness))
      house.clock.advance(by: .milliseconds(5))
    }
    let prepared = Set(house.motor.prepared)
    let written = house.motor.writes.map { LeasedLevel($0.level, $0.lease) }
    #expect(written.contains { $0.level != .off })
    #expect(written.allSatisfy { $0.level == .off || prepared.contains($0) })
  }

  @Test func `commands keep the distance that a slow link needs, and a stop does not wait`() throws {
    let house = try House(preset: "pad", vocabulary: .test)
    let interval = house.motor.model.minimumInterval
    try #require(interval > .zero)
    let client = try house.client()
    for _ in 1...10 {
      client.play("hit")
      house.clock.advance(by: .milliseconds(1))
      client.play("long", intensity: .random(in: 1000...60000))
    }
    let before = house.clock.now
    client.verdict(.stop(nil))
    #expect(house.motor.isOff)
    #expect(house.motor.writes.last!.at == before)
    let raises = house.motor.writes.dropFirst().filter { $0.level != .off }
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
