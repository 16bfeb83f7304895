import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// Changes of controls during a playback.
@Suite struct ModulationTests {
  private static let buzz: Pattern = [Event(.continuous(duration: .seconds(10)), intensity: 1, sharpness: 0.5)]

  private func playing(_ pattern: Pattern, preset: String = "lra") throws -> (House, Client) {
    let house = try House(preset: preset)
    let client = try house.client()
    client.define(pattern, as: 1)
    #expect(client.play(handle: 1, playback: 7)?.verdict == .played)
    house.clock.advance(by: .milliseconds(300))
    return (house, client)
  }

  @Test(arguments: ["lra", "erm", "pad"], [Duration.seconds(10), Event.endless])
  func `intensity is followed at once`(preset: String, length: Duration) throws {
    let (house, client) = try playing(
      [Event(.continuous(duration: length), intensity: 1, sharpness: 0.5)], preset: preset)
    let full = house.motor.level
    client.turn(7, .intensity, to: 0.4)
    house.clock.advance(by: .milliseconds(250))
    let weak = house.motor.level
    #expect(max(weak.strong, weak.weak) < max(full.strong, full.weak))
    client.turn(7, .intensity, to: 0)
    house.clock.advance(by: .milliseconds(1))
    #expect(house.motor.isOff)
    house.clock.advance(by: .milliseconds(10))
    client.turn(7, .intensity, to: 1)
    house.clock.advance(by: .milliseconds(250))
    #expect(house.motor.level == full)
    client.change(7, .stop)
    #expect(house.clock.isIdle)
  }

  @Test func `a value that was sent holds over the seam of a loop`() throws {
    let (house, client) = try playing([Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)])
    client.change(7, .loop(true, end: nil))
    let full = house.motor.level
    client.turn(7, .intensity, to: 0.3)
    house.clock.advance(by: .milliseconds(500))
    let weak = house.motor.level
    #expect(weak.strong < full.strong)
    house.clock.advance(by: .seconds(5))
    #expect(house.motor.level == weak)
  }

  @Test func `the pattern's own curve takes over from a value that was sent before it`() throws {
    let pattern = Pattern(
      [Event(.continuous(duration: .seconds(4)), intensity: 1, sharpness: 0.5)],
      curves: [ParameterCurve(.intensity, at: .seconds(1), [.init(at: .zero, 1)])])
    let (house, client) = try playing(pattern)
    let full = house.motor.level
    client.turn(7, .intensity, to: 0.2)
    house.clock.advance(by: .milliseconds(500))
    #expect(house.motor.level.strong < full.strong)
    house.clock.advance(by: .milliseconds(700))
    #expect(house.motor.level == full)
  }

  @Test func `a curve that was sent is followed from its time on`() throws {
    let (house, client) = try playing(Self.buzz)
    let full = house.motor.level
    client.verdict(
      .modulate(
        .init(
          PlaybackID(rawValue: 7)!, .intensity,
          atNanoseconds: (house.clock.now + .milliseconds(200)).nanoseconds,
          points: [.init(at: .zero, 1), .init(at: .seconds(1), 0)])))
    house.clock.advance(by: .milliseconds(190))
    #expect(house.motor.level == full)
    let before = house.motor.writes.count
    house.clock.advance(by: .milliseconds(1100))
    #expect(house.motor.isOff)
    let fall = house.motor.writes.dropFirst(before).map(\.level.strong)
    #expect(fall.count >= 5)
    #expect(fall == fall.sorted(by: >))
    #expect(client.finishes.isEmpty, "it is still playing, at no strength")
  }

  @Test func `a hundred changes a second leave a tap what it is`() throws {
    let pattern = Pattern((0..<20).map { Event(.transient, at: .milliseconds($0 * 100), intensity: 1, sharpness: 0.5) })
    let (house, client) = try playing(pattern, preset: "erm")
    for _ in 0..<180 {
      client.turn(7, .intensity, to: 0.9)
      house.clock.advance(by: .milliseconds(10))
    }
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.isOff)
    #expect((16...20).contains(house.motor.pulses), "\(house.motor.pulses)")
  }

  @Test func `two playbacks are turned apart`() throws {
    let (house, client) = try playing(Self.buzz)
    client.play(handle: 1, playback: 8, intensity: 20000)
    house.clock.advance(by: .milliseconds(300))
    client.turn(7, .intensity, to: 0)
    house.clock.advance(by: .milliseconds(100))
    #expect(!house.motor.isOff, "the other one still plays")
    client.turn(8, .intensity, to: 0)
    house.clock.advance(by: .milliseconds(1))
    #expect(house.motor.isOff)
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
