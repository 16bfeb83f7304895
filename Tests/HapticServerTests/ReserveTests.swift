import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import TestSupport
import Testing

/// The part of a motor's endurance that is reserved for ringtones and alarms.
@Suite struct ReserveTests {
  @Test(arguments: ["lra", "pad"])
  func `an alarm is felt after any amount of media`(preset: String) throws {
    let bench = try ServerBench(preset: preset, vocabulary: .buzzes)
    let client = try bench.client()
    client.play("media", playback: 1)
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz + .seconds(5))
    #expect(client.finishes.map(\.reason) == [.coolingDown])
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz)
    client.play("media", playback: 1)
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz * 0.59)
    #expect(client.play("alarm", playback: 2)?.verdict == .played)
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz * 0.39)
    // The media playback ends during the alarm.
    #expect(client.finishes.map(\.playback.rawValue) == [1])
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: bench.motor.model.endurance.longestBuzz * 0.1)
    #expect(client.finishes.map(\.reason) == [.coolingDown])
    #expect(bench.motor.isOff)
  }

  @Test func `each category is stopped at its share of the duty`() throws {
    for (category, share) in zip(Category.allCases, Self.shares) {
      let bench = try ServerBench(vocabulary: .buzzes)
      let client = try bench.client()
      let longest = bench.motor.model.endurance.longestBuzz
      client.play(ShortName(truncating: "\(category)"), playback: 1)
      bench.clock.advance(by: longest * share - .milliseconds(200))
      #expect(!bench.motor.isOff, "\(category)")
      bench.clock.advance(by: .milliseconds(400))
      #expect(bench.motor.isOff, "\(category)")
      for other in Category.allCases {
        let isRefused = client.play(ShortName(truncating: "\(other)"), playback: 2)?.verdict == .coolingDown
        #expect(isRefused == (Self.shares[Int(other.rawValue) - 1] <= share), "\(other) after \(category)")
        client.verdict(.stop(nil))
      }
    }
  }

  private static let shares: [Double] = Category.allCases.map { (category) -> Double in
    switch category {
    case .ringtone, .alarm: 1
    case .accessibility: 0.8
    case .notification: 0.75
    case .touch, .keyboard: 0.7
    case .media: 0.6
    }
  }

  @Test(arguments: ["lra", "pad", "erm"])
  func `an alarm lasts a fifth of the limit whatever else was played, and the limit is never exceeded`(
    preset: String
  ) throws {
    let others = Category.allCases.filter { $0 != .ringtone && $0 != .alarm }
    for _ in 0..<TestExtent.all(20, quick: 5) {
      let bench = try ServerBench(preset: preset, vocabulary: .buzzes)
      let clients = try (0..<3).map { _ in try bench.client() }
      let endurance = bench.motor.model.endurance
      for _ in 0..<Int.random(in: 1...200) {
        let client = clients.randomElement()!
        client.play(ShortName(truncating: "\(others.randomElement()!)"), intensity: .random(in: 20000 ... .max))
        if Int.random(in: 0..<4) == 0 { client.verdict(.stop(nil)) }
        bench.clock.advance(by: .milliseconds(.random(in: 0...3000)))
      }
      let alarm = try bench.client()
      #expect(alarm.play("alarm", playback: 9)?.verdict == .played)
      bench.clock.advance(by: endurance.longestBuzz / 5 - .milliseconds(200))
      #expect(alarm.finishes.isEmpty)
      #expect(bench.motor.level == bench.motor.model.drive(for: Vocabulary.buzz).steps.last { $0.level != .off }!.level)
      bench.clock.advance(by: endurance.longestBuzz)
      #expect(bench.greatestDuty <= endurance.capacity + 0.01)
    }
  }
}

extension ServerBench {
  /// The greatest duty of the motor, computed from its writes and without the server.
  fileprivate var greatestDuty: Double {
    let endurance = motor.model.endurance
    var (used, greatest) = (0.0, 0.0)
    for (write, next) in zip(motor.writes, motor.writes.dropFirst()) {
      let growth = motor.model.load(of: write.level) - endurance.duty
      used = max(used + growth * ((next.at - write.at) / .seconds(1)), 0)
      greatest = max(greatest, used)
    }
    return greatest
  }
}

extension Vocabulary {
  /// A vibration of ten minutes at full strength.
  fileprivate static let buzz: Pattern = [
    Event(.continuous(duration: .seconds(600)), intensity: 1, sharpness: 0.3)
  ]

  /// One feedback for each category, with the category's name.
  fileprivate static let buzzes = Vocabulary(
    Category.allCases.map { Feedback(ShortName(truncating: "\($0)"), $0, buzz) })
}
