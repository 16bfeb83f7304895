import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import Testing

@testable import HapticServer
@testable import MotorRendering

@Suite struct SilencedPlaybackTests {
  /// Sets the intensity to 0 without asking for a reply, because the end may come before it.
  private func silence(_ client: Client, _ playback: UInt32) {
    client.send(.modulate(.init(PlaybackID(rawValue: playback)!, .intensity, points: [.init(at: .zero, 0)])))
  }

  @Test(arguments: [0, 1, 5])
  func `a tap that its client silences while it is felt leaves nothing in the motor`(_ milliseconds: Int) throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define([Event(.transient, intensity: 1, sharpness: 0)], as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    bench.clock.advance(by: .milliseconds(milliseconds))
    #expect(!bench.motor.isOff)
    silence(client, 7)
    bench.clock.advance(by: .milliseconds(60))
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }

  @Test func `a vibration that its client silences is off at once`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define([Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)], as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    bench.clock.advance(by: .milliseconds(300))
    #expect(!bench.motor.isOff)
    silence(client, 7)
    bench.clock.advance(by: .milliseconds(20))
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .seconds(3))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(bench.clock.isIdle)
  }
}

@Suite struct StreamTests {
  private let model = MotorModel.presets["lra"]!

  private static let start = Instant(nanoseconds: 1_000_000_000)

  /// A stream that loops after 40 ms.
  private func loop() -> Stream {
    let stream = Stream(Score(Self.tick), on: model, strength: 1, at: Self.start)
    stream.setLoop(Loop(end: .milliseconds(40)), at: Self.start)
    return stream
  }

  /// The steps of a stream within a time, taken each millisecond, and the work of rendering them.
  private func run(
    _ stream: Stream, _ times: Range<Int>, eachMillisecond body: (Stream) -> Void = { _ in }
  ) -> (steps: [DrawnSteps.Step], work: Int) {
    var (steps, work): ([DrawnSteps.Step], Int) = ([], 0)
    for millisecond in times {
      let now = Self.start + .milliseconds(millisecond)
      var budget = WorkBudget.unlimited
      #expect(stream.draw(at: now, &budget))
      work += budget.spent
      while let step = stream.take(at: now) { steps.append(step) }
      body(stream)
    }
    return (steps, work)
  }

  private static let tick: Pattern = [Event(.continuous(duration: .milliseconds(10)), intensity: 0.5, sharpness: 0.5)]

  @Test func `the passes of a short loop are drawn once, and then repeated`() {
    let stream = loop()
    let first = run(stream, 0..<1000)
    let later = run(stream, 1000..<4000)
    #expect(later.steps.count > 2 * first.steps.count)
    #expect(later.work < first.work, "\(later.work) for 3 s, \(first.work) for the first")
  }

  @Test func `a loop keeps one pass, however long it plays`() {
    let stream = loop()
    _ = run(stream, 0..<1000)
    var counts: Set<Int> = []
    _ = run(stream, 1000..<10_000) { counts.insert($0.memory.count) }
    #expect(counts.count == 1 && counts.allSatisfy { 0 < $0 && $0 < 20 }, "\(counts)")
  }

  @Test func `a repeated pass has the steps of a drawn one`() {
    let stream = loop()
    // From 400 ms on, every pass begins with the motors in the same state.
    _ = run(stream, 0..<400)
    let settled = run(stream, 400..<2000).steps
    let passes = Dictionary(grouping: settled) { ($0.at - Self.start).wholeNanoseconds / 40_000_000 }
    let shapes = Set(
      passes.values.dropFirst().map { pass in
        pass.map { "\(($0.at - Self.start).wholeNanoseconds % 40_000_000) \($0.level)" }.joined(separator: ", ")
      })
    #expect(passes.count >= 38)
    #expect(shapes.count <= 2, "\(shapes)")
  }

  @Test func `a change keeps the position in a short loop`() {
    let stream = loop()
    // Passes are rendered up to half a second ahead.
    _ = run(stream, 0..<1015)
    stream.setStrength(0.9, at: Self.start + .milliseconds(1015))
    let steps = run(stream, 1015..<1120).steps
    let begins = steps.filter { $0.level != .off }.map { ($0.at - Self.start) / .milliseconds(1) }
    #expect(begins.allSatisfy { (1039...1050).contains($0) || (1079...1090).contains($0) }, "\(begins)")
    #expect(!begins.isEmpty)
  }

  @Test func `a parameter sent during a loop replaces the rendered steps`() {
    let stream = loop()
    // The change comes in the middle of a vibration.
    _ = run(stream, 0..<1005)
    stream.send(.intensity, [.init(at: .zero, 0)], at: Self.start + .milliseconds(1005))
    let steps = run(stream, 1005..<2000).steps
    #expect(steps.last?.level == .off)
    #expect(steps.allSatisfy { $0.level == .off || $0.at <= Self.start + .milliseconds(1100) })
  }

  @Test func `a parameter sent at the moment of a stop leaves the stop`() throws {
    func tap() -> Stream {
      Stream(Score([Event(.transient, intensity: 1, sharpness: 0.5)]), on: model, strength: 1, at: Self.start)
    }
    let stop = try #require(run(tap(), 0..<100).steps.last?.at)
    let after = Int(((stop - Self.start) / .milliseconds(1)).rounded(.up))
    let stream = tap()
    // The motor is on; the stop is not taken yet.
    #expect(run(stream, 0..<after).steps.map(\.level.isOff) == [false])
    stream.send(.sharpness, [.init(at: .zero, 0.5)], at: stop)
    #expect(run(stream, after..<100).steps == [DrawnSteps.Step(at: stop, level: .off)])
  }

  @Test(arguments: [0, 1, 5])
  func `a second parameter, before the first is rendered, leaves a tap one pulse`(_ milliseconds: Int) {
    let model = MotorModel.presets["erm"]!
    let stream = Stream(
      Score([
        Event(.transient, intensity: 1, sharpness: 0.5),
        Event(.continuous(duration: .seconds(1)), at: .seconds(1), intensity: 1, sharpness: 0.5),
      ]), on: model, strength: 1, at: Self.start)
    var steps = run(stream, 0..<20).steps
    stream.send(.intensity, [.init(at: .zero, 0.5)], at: Self.start + .milliseconds(20))
    var budget = WorkBudget(0)
    #expect(stream.draw(at: Self.start + .milliseconds(20), &budget))
    stream.send(.sharpness, [.init(at: .zero, 0.2)], at: Self.start + .milliseconds(20 + milliseconds))
    steps += run(stream, (20 + milliseconds)..<900).steps
    #expect(steps.map(\.level.isOff) == [false, true])
  }

  @Test(arguments: ["lra", "erm", "pad"], [2, 16, 33])
  func `a parameter that is sent again and again is in force`(name: String, interval: Int) {
    let stream = Stream(
      Score([Event(.continuous(duration: .seconds(4)), intensity: 1, sharpness: 0.5)]),
      on: MotorModel.presets[name]!, strength: 1, at: Self.start)
    _ = run(stream, 0..<500)
    let full = stream.motors.level
    // The first change renders anew, as that of a playback whose rendition is shared does.
    stream.setStrength(1, at: Self.start + .milliseconds(500))
    for moment in stride(from: 500, to: 1500, by: interval) {
      stream.send(.intensity, [.init(at: .zero, 0.5)], at: Self.start + .milliseconds(moment))
      _ = run(stream, moment..<moment + interval)
      #expect(stream.motors.level != full || moment == 500, "\(moment) ms")
    }
    #expect(!stream.motors.level.isOff)
  }

  @Test func `a change does not interrupt a vibration by the pulses of a motor without levels`() {
    for moment in 500..<540 {
      let stream = Stream(
        Score([Event(.continuous(duration: .seconds(4)), intensity: 0.5, sharpness: 0.5)]),
        on: MotorModel.presets["on-off"]!, strength: 1, at: Self.start)
      var steps = run(stream, 0..<moment).steps
      stream.setRate(2, at: Self.start + .milliseconds(moment))
      steps += run(stream, moment..<900).steps
      let pauses = zip(steps, steps.dropFirst()).filter { $0.0.level.isOff }.map { $0.1.at - $0.0.at }
      #expect(pauses.count > 10 && pauses.allSatisfy { $0 < .milliseconds(30) }, "\(moment) ms: \(pauses)")
    }
  }

  @Test func `a parameter sent in a vibration soon after another one is in force at once, also if it is sent again`() {
    let stream = Stream(
      Score([
        Event(.continuous(duration: .milliseconds(500)), intensity: 1, sharpness: 0.5),
        Event(.continuous(duration: .seconds(3)), at: .milliseconds(515), intensity: 1, sharpness: 0.5),
      ]), on: MotorModel.presets["erm"]!, strength: 1, at: Self.start)
    _ = run(stream, 0..<1000)
    let full = stream.motors.level
    for moment in stride(from: 1000, to: 2000, by: 16) {
      stream.send(.intensity, [.init(at: .zero, 0.5)], at: Self.start + .milliseconds(moment))
      _ = run(stream, moment..<moment + 16)
      #expect(stream.motors.level != full, "\(moment) ms")
    }
    #expect(!stream.motors.level.isOff)
  }
}
