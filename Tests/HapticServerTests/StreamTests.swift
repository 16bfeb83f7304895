import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import Testing

@testable import HapticServer

@Suite struct SilencedPlaybackTests {
  /// Without a reply: the end may come before it.
  private func silence(_ client: Client, _ playback: UInt32) {
    client.send(.modulate(.init(PlaybackID(rawValue: playback)!, .intensity, points: [.init(at: .zero, 0)])))
  }

  @Test(arguments: [0, 1, 5])
  func `a tap that its client silences while it is felt leaves nothing in the motor`(_ milliseconds: Int) throws {
    let house = try House()
    let client = try house.client()
    client.define([Event(.transient, intensity: 1, sharpness: 0)], as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    house.clock.advance(by: .milliseconds(milliseconds))
    #expect(!house.motor.isOff)
    silence(client, 7)
    house.clock.advance(by: .milliseconds(60))
    #expect(house.motor.isOff)
    house.clock.advance(by: .seconds(1))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(house.clock.isIdle)
  }

  @Test func `a vibration that its client silences is off at once`() throws {
    let house = try House()
    let client = try house.client()
    client.define([Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)], as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    house.clock.advance(by: .milliseconds(300))
    #expect(!house.motor.isOff)
    silence(client, 7)
    house.clock.advance(by: .milliseconds(20))
    #expect(house.motor.isOff)
    house.clock.advance(by: .seconds(3))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(house.clock.isIdle)
  }
}

@Suite struct StreamTests {
  private let model = MotorModel.presets["lra"]!

  /// A loop, its writes within a time, and the work that drawing them took.
  private func writes(of pattern: Pattern, end: Duration?, for length: Duration) -> (steps: [Stream.Step], work: Int) {
    let start = Instant(nanoseconds: 1_000_000_000)
    var stream = Stream(Score(pattern), on: model, strength: 1, at: start)
    stream.setLoop(end: end ?? .zero, at: start)
    var (steps, work): ([Stream.Step], Int) = ([], 0)
    var now = start
    while now < start + length {
      var budget = WorkBudget.unlimited
      #expect(stream.draw(at: now, &budget))
      work += budget.spent
      while let step = stream.take(at: now) { steps.append(step) }
      now = now + .milliseconds(1)
    }
    return (steps, work)
  }

  private static let tick: Pattern = [Event(.continuous(duration: .milliseconds(10)), intensity: 0.5, sharpness: 0.5)]

  @Test func `the passes of a short loop are drawn once, and then repeated`() {
    let (short, shortWork) = writes(of: Self.tick, end: .milliseconds(40), for: .seconds(1))
    let (long, longWork) = writes(of: Self.tick, end: .milliseconds(40), for: .seconds(4))
    #expect(long.count > 3 * short.count)
    #expect(longWork < 2 * shortWork, "\(longWork) for 4 s, \(shortWork) for 1 s")
  }

  @Test func `a repeated pass has the steps of a drawn one`() {
    let (steps, _) = writes(of: Self.tick, end: .milliseconds(40), for: .seconds(2))
    // By then the motors begin each pass alike.
    let settled = steps.drop { $0.at < Instant(nanoseconds: 1_400_000_000) }
    let passes = Dictionary(grouping: settled) { ($0.at.nanoseconds - 1_000_000_000) / 40_000_000 }
    let shapes = Set(
      passes.values.dropFirst().map { pass in
        pass.map { "\(($0.at.nanoseconds - 1_000_000_000) % 40_000_000) \($0.level)" }.joined(separator: ", ")
      })
    #expect(passes.count >= 38)
    #expect(shapes.count <= 2, "\(shapes)")
  }

  @Test func `what is sent while a loop plays is drawn, and not what was drawn before`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var stream = Stream(Score(Self.tick), on: model, strength: 1, at: start)
    stream.setLoop(end: .milliseconds(40), at: start)
    var last = Level.off
    var now = start
    while now < start + .seconds(2) {
      var budget = WorkBudget.unlimited
      if now == start + .seconds(1) { stream.send(.intensity, [.init(at: .zero, 0)], at: now) }
      _ = stream.draw(at: now, &budget)
      while let step = stream.take(at: now) {
        last = step.level
        if now > start + .milliseconds(1100) { #expect(step.level == .off) }
      }
      now = now + .milliseconds(1)
    }
    #expect(last == .off)
  }
}
