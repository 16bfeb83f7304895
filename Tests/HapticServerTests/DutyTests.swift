import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct DutyTests {
  private static let forever = Vocabulary([
    Feedback("buzz", .alarm, Pattern([Event(.continuous(duration: .seconds(30)), intensity: 1, sharpness: 0.3)])),
    Feedback("ring", .ringtone, Pattern([Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.3)])),
  ])

  private func looping(_ name: ShortName, every period: Duration, _ bench: ServerBench) throws -> Client {
    let client = try bench.client()
    client.play(name, playback: 1)
    client.verdict(.transport(.init(PlaybackID(rawValue: 1)!, .loop(Loop(end: period)))))
    return client
  }

  @Test(arguments: ["lra", "pad"])
  func `an endless buzz ends as coolingDown, and plays are refused until the motor has rested`(preset: String) throws {
    let bench = try ServerBench(preset: preset, vocabulary: Self.forever)
    let endurance = bench.motor.model.endurance
    let client = try looping("buzz", every: .seconds(30), bench)
    bench.clock.advance(by: endurance.longestBuzz - .milliseconds(500))
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .seconds(1))
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.coolingDown])
    #expect(client.play("ring")?.verdict == .coolingDown)
    let rest = endurance.capacity * Endurance.rested / endurance.duty
    bench.clock.advance(by: .milliseconds(Int64(rest * 1000) - 1000))
    #expect(client.play("ring")?.verdict == .coolingDown)
    #expect(client.verdict(.stopEverything)?.verdict == .done)
    bench.clock.advance(by: .seconds(1))
    #expect(client.play("ring")?.verdict == .played)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.clock.isIdle && bench.motor.isOff)
  }

  @Test func `a ring tone that vibrates half of the time is not ended`() throws {
    let bench = try ServerBench(preset: "lra", vocabulary: Self.forever)
    let client = try looping("ring", every: .seconds(2), bench)
    bench.clock.advance(by: .seconds(600))
    #expect(client.finishes.isEmpty)
    client.send(.stop(nil))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `an endless buzz within the motor's duty is not ended`() throws {
    let bench = try ServerBench(preset: "pad", vocabulary: Self.forever)
    let client = try bench.client()
    client.play("buzz", intensity: 20000, playback: 1)
    client.verdict(.transport(.init(PlaybackID(rawValue: 1)!, .loop(Loop(end: .seconds(30))))))
    bench.clock.advance(by: .seconds(900))
    #expect(client.finishes.isEmpty && !bench.motor.isOff)
    client.leave()
    #expect(bench.motor.isOff)
  }

  @Test func `the hardware database can set the longest buzz and the duty of a motor`() {
    var warnings: [String] = []
    let model = MotorModel(
      properties: ["HAPTIC_LONGEST_S": "5", "HAPTIC_DUTY": "20"], default: .vibrator, warn: { warnings.append($0) })
    #expect(model.endurance == Endurance(longestBuzz: .seconds(5), duty: 0.2))
    #expect(warnings.isEmpty)
    let odd = MotorModel(
      properties: ["HAPTIC_LONGEST_S": "0", "HAPTIC_DUTY": "100"], default: .gamepad, warn: { warnings.append($0) })
    #expect(odd.endurance == .standard(for: .gamepad))
    #expect(warnings.count == 2)
  }
}
