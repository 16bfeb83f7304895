import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import TestSupport
import Testing

/// Changes of controls during a playback.
@Suite struct ModulationTests {
  private static let buzz: Pattern = [Event(.continuous(duration: .seconds(10)), intensity: 1, sharpness: 0.5)]

  private func playing(_ pattern: Pattern, preset: String = "lra") throws -> (ServerBench, Client) {
    let bench = try ServerBench(preset: preset)
    let client = try bench.client()
    client.define(pattern, as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    bench.clock.advance(by: .milliseconds(300))
    return (bench, client)
  }

  @Test(arguments: ["lra", "erm", "pad"], [Duration.seconds(10), Event.endless])
  func `a change of intensity takes effect at once`(preset: String, length: Duration) throws {
    let (bench, client) = try playing(
      [Event(.continuous(duration: length), intensity: 1, sharpness: 0.5)], preset: preset)
    let full = bench.motor.level
    client.turn(7, .intensity, to: 0.4)
    bench.clock.advance(by: .milliseconds(250))
    let weak = bench.motor.level
    #expect(max(weak.strong, weak.weak) < max(full.strong, full.weak))
    client.turn(7, .intensity, to: 0)
    bench.clock.advance(by: .milliseconds(1))
    #expect(bench.motor.isOff)
    bench.clock.advance(by: .milliseconds(10))
    client.turn(7, .intensity, to: 1)
    bench.clock.advance(by: .milliseconds(250))
    #expect(bench.motor.level == full)
    client.change(7, .stop)
    #expect(bench.clock.isIdle)
  }

  @Test(arguments: ["lra", "erm", "pad"])
  func `the last of several values holds, whenever they arrive`(preset: String) throws {
    let values = [1, 0.7, 0.4, 0.2, 0.5, 1]
    /// The level two seconds after the last of so many values.
    func level(of count: Int, _ wait: (ManualScheduler) -> Void) throws -> Level {
      let bench = try ServerBench(preset: preset)
      let client = try bench.client()
      client.define([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 0.5)], as: 1)
      #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
      for value in values.prefix(count) {
        wait(bench.clock)
        client.turn(7, .intensity, to: value)
      }
      bench.clock.advance(by: .seconds(2))
      return bench.motor.level
    }
    let calm = try values.indices.map { index in try level(of: index + 1) { $0.advance(by: .seconds(1)) } }
    var generator = SplitMix64(seed: 1)
    for round in 0..<TestExtent.all(400, quick: 100) {
      let count = Int.random(in: 1...values.count, using: &generator)
      let found = try level(of: count) { clock in
        let wait = Duration.microseconds(
          Int.random(in: 0...[1000, 30_000, 200_000].randomElement(using: &generator)!, using: &generator))
        if Bool.random(using: &generator) { clock.stall(for: wait) } else { clock.advance(by: wait) }
      }
      #expect(found == calm[count - 1], "round \(round), \(count) values")
    }
  }

  @Test func `a value that was sent holds over the seam of a loop`() throws {
    let (bench, client) = try playing([Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)])
    client.change(7, .loop(Loop()))
    let full = bench.motor.level
    client.turn(7, .intensity, to: 0.3)
    bench.clock.advance(by: .milliseconds(500))
    let weak = bench.motor.level
    #expect(weak.strong < full.strong)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.motor.level == weak)
  }

  @Test func `the pattern's own curve takes over from a value that was sent before it`() throws {
    let pattern = Pattern(
      [Event(.continuous(duration: .seconds(4)), intensity: 1, sharpness: 0.5)],
      curves: [ParameterCurve(.intensity, at: .seconds(1), [.init(at: .zero, 1)])])
    let (bench, client) = try playing(pattern)
    let full = bench.motor.level
    client.turn(7, .intensity, to: 0.2)
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.level.strong < full.strong)
    bench.clock.advance(by: .milliseconds(700))
    #expect(bench.motor.level == full)
  }

  @Test func `a curve that was sent is followed from its time on`() throws {
    let (bench, client) = try playing(Self.buzz)
    let full = bench.motor.level
    client.verdict(
      .modulate(
        .init(
          PlaybackID(rawValue: 7)!, .intensity,
          atNanoseconds: (bench.clock.now + .milliseconds(200)).nanoseconds,
          points: [.init(at: .zero, 1), .init(at: .seconds(1), 0)])))
    bench.clock.advance(by: .milliseconds(190))
    #expect(bench.motor.level == full)
    let before = bench.motor.writes.count
    bench.clock.advance(by: .milliseconds(1100))
    #expect(bench.motor.isOff)
    let fall = bench.motor.writes.dropFirst(before).map(\.level.strong)
    #expect(fall.count >= 5)
    #expect(fall == fall.sorted(by: >))
    #expect(client.finishes.isEmpty, "it is still playing, at no strength")
  }

  @Test func `100 intensity changes per second leave each tap one pulse`() throws {
    let pattern = Pattern((0..<20).map { Event(.transient, at: .milliseconds($0 * 100), intensity: 1, sharpness: 0.5) })
    let (bench, client) = try playing(pattern, preset: "erm")
    for _ in 0..<180 {
      client.turn(7, .intensity, to: 0.9)
      bench.clock.advance(by: .milliseconds(10))
    }
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.isOff)
    #expect(bench.motor.pulses == 20)
  }

  @Test(arguments: ["lra", "erm", "on-off", "pad"])
  func `2500 changes, many of them within taps, leave each tap one pulse`(preset: String) throws {
    let taps = 70
    let interval = Duration.milliseconds(150)
    let pattern = Pattern((0..<taps).map { Event(.transient, at: interval * $0, intensity: 1, sharpness: 0.5) })
    let (bench, client) = try playing(pattern, preset: preset)
    let start = bench.clock.now
    var generator = SplitMix64(seed: 5)
    for _ in 0..<2500 {
      let value = Double.random(in: 0.4...1, using: &generator)
      client.turn(7, Bool.random(using: &generator) ? .intensity : .sharpness, to: value)
      bench.clock.advance(by: .microseconds(Int.random(in: 0...8000, using: &generator)))
    }
    #expect(bench.clock.now - start > interval * (taps - 10))
    bench.clock.advance(by: .seconds(2))
    #expect(bench.motor.isOff)
    #expect(bench.motor.pulses == taps)
  }

  @Test func `two playbacks are modulated independently`() throws {
    let (bench, client) = try playing(Self.buzz)
    client.play(handle: 1, playback: 8, intensity: 20000)
    bench.clock.advance(by: .milliseconds(300))
    client.turn(7, .intensity, to: 0)
    bench.clock.advance(by: .milliseconds(100))
    #expect(!bench.motor.isOff, "the other one still plays")
    client.turn(8, .intensity, to: 0)
    bench.clock.advance(by: .milliseconds(1))
    #expect(bench.motor.isOff)
  }
}

extension Client {
  /// Sends one value of a control.
  @discardableResult
  func turn(_ playback: UInt32, _ control: Control, to value: Double) -> VerdictReply? {
    verdict(
      .modulate(
        .init(
          PlaybackID(rawValue: playback)!, control,
          points: [.init(at: .zero, value)])))
  }
}
