import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// The ends of vibrations that a slow motor has not reached, the ends of fades, and the weakest levels.
@Suite struct LastingTests {
  private let erm = NamedModel.preset("erm")
  private let lra = NamedModel.preset("lra")

  private func buzz(
    _ intensity: Double, at start: Int = 0, milliseconds: Int, envelope: Envelope = Envelope()
  ) -> Event {
    Event(
      .continuous(duration: .milliseconds(milliseconds)), at: .milliseconds(start), intensity: Intensity(intensity),
      sharpness: 0.5, envelope: envelope)
  }

  // MARK: Extension

  @Test(arguments: ["erm", "on-off"])
  func `a vibration that ends while a slow motor rises continues for a while`(name: String) {
    let model = NamedModel.preset(name)
    for milliseconds in [15, 20] {
      let later = model.drive(for: [buzz(1, milliseconds: milliseconds)]).duration - .milliseconds(milliseconds)
      let longestExtension = Duration.milliseconds(model.latency * Constants.slowness + 0.1)
      #expect(later > .milliseconds(5) && later <= longestExtension, "\(later)")
    }
  }

  @Test(arguments: ["erm", "lra", "on-off", "pad"], [0.2, 0.4, 0.7, 1])
  func `a longer vibration is not felt as shorter`(name: String, intensity: Double) {
    let model = NamedModel.preset(name)
    // The device delays a stop that follows closely on another command.
    let tolerance = max(
      model.isOnOff ? Duration.milliseconds(model.shortestPhase) : .zero, model.minimumInterval)
    var longest = Duration.zero
    for milliseconds in 5...120 {
      let duration = model.drive(for: [buzz(intensity, milliseconds: milliseconds)]).duration
      #expect(duration >= longest - tolerance, "\(milliseconds) ms")
      longest = max(longest, duration)
    }
  }

  @Test func `a vibration that is extended is not noticeably stronger than intended`() {
    let drive = erm.drive(for: [buzz(0.38, milliseconds: 5)])
    var motors = MotorSimulation(erm)
    var highest = 0.0
    for (step, next) in zip(drive.steps, drive.steps.dropFirst()) {
      motors.set(step.level, at: step.at)
      highest = max(highest, motors.amplitude(at: next.at))
    }
    #expect(highest <= AmplitudeRange(erm).hold(0.38, lasting: 5) * Constants.justNoticeableRatio, "\(highest)")
  }

  @Test func `a vibration whose strength is reached ends in time`() {
    for milliseconds in [40, 50, 70, 100] {
      #expect(erm.drive(for: [buzz(1, milliseconds: milliseconds)]).duration == .milliseconds(milliseconds))
    }
    for milliseconds in [20, 30] {
      #expect(erm.drive(for: [buzz(0.3, milliseconds: milliseconds)]).duration <= .milliseconds(milliseconds))
    }
  }

  @Test func `a short vibration on a linear resonant motor is not extended`() {
    for milliseconds in [10, 20, 30] {
      #expect(lra.drive(for: [buzz(1, milliseconds: milliseconds)]).duration == .milliseconds(milliseconds))
    }
  }

  @Test func `no vibration continues beyond the longest push`() {
    let slow = MotorModel(
      kind: .vibrator, strong: Motor(rise: .milliseconds(200), fall: .milliseconds(150)),
      shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(4))
    for milliseconds in [40, 70, 79] {
      #expect(slow.drive(for: [buzz(1, milliseconds: milliseconds)]).duration == .milliseconds(80))
    }
    for milliseconds in [81, 100] {
      #expect(slow.drive(for: [buzz(1, milliseconds: milliseconds)]).duration == .milliseconds(milliseconds))
    }
  }

  @Test func `a falling vibration is not extended`() {
    let falling = buzz(1, milliseconds: 25, envelope: Envelope(decay: 1, isSustained: false))
    #expect(erm.drive(for: [falling]).duration <= .milliseconds(25))
  }

  // MARK: Fades

  /// A vibration of a second whose intensity moves along a line.
  private func line(_ intensity: Double, from start: Double, to end: Double) -> Pattern {
    Pattern(
      [buzz(intensity, milliseconds: 1000)],
      curves: [ParameterCurve(.intensity, [.init(at: .zero, start), .init(at: .seconds(1), end)])])
  }

  @Test(arguments: ["erm", "lra"])
  func `a fade ends where it is not felt any more`(name: String) {
    let model = NamedModel.preset(name)
    let fade = model.drive(for: line(1, from: 1, to: 0))
    #expect(fade.duration > .milliseconds(970) && fade.duration < .milliseconds(985), "\(fade.duration)")
    let weak = model.drive(for: line(0.1, from: 1, to: 0))
    #expect(weak.duration > .milliseconds(790) && weak.duration < .milliseconds(805), "\(weak.duration)")
    // A setting of the user does not make it shorter.
    #expect(model.drive(for: line(1, from: 1, to: 0), intensity: 0.3).duration == fade.duration)
  }

  @Test func `a weak vibration that does not fall is not shortened`() {
    #expect(erm.drive(for: [buzz(0.05, milliseconds: 600)]).duration == .milliseconds(600))
    let rising = erm.drive(for: line(0.05, from: 0.5, to: 1))
    #expect(rising.steps.first?.at == .zero && rising.duration == .seconds(1))
    // The weak part after a strong one is steady.
    let steps = erm.drive(for: [buzz(1, milliseconds: 300), buzz(0.05, at: 300, milliseconds: 600)])
    #expect(steps.duration == .milliseconds(900))
  }

  @Test func `a swell after the end of a fade begins in time`() throws {
    let pattern = Pattern(
      [buzz(1, milliseconds: 2500)],
      curves: [
        ParameterCurve(
          .intensity, [.init(at: .zero, 1), .init(at: .milliseconds(500), 0.015), .init(at: .milliseconds(2500), 1)])
      ])
    let steps = erm.drive(for: pattern).steps
    let rest = try #require(steps.firstIndex { $0.level == .off && $0.at > .milliseconds(450) })
    let again = try #require(steps[rest...].first { $0.level != .off })
    #expect(again.at >= .milliseconds(500) && again.at < .milliseconds(520), "\(again.at)")
  }

  // MARK: Levels

  @Test(arguments: NamedModel.all)
  func `no vibration is rounded to a level that is not felt`(named: NamedModel) {
    for intensity in stride(from: 0.03, through: 0.3, by: 0.02) {
      for sharpness in [0, 0.5, 1] {
        let felt = named.model.felt(
          named.model.drive(for: .buzz(intensity, sharpness: sharpness, milliseconds: 800)))
        let weakest = felt.samples[300..<700].min() ?? 0
        #expect(weakest >= FeltEnvelope.noticed, "\(intensity), \(sharpness): \(weakest)")
      }
    }
  }

  @Test(arguments: [("lra", 50, 0.25), ("pad", 100, 1.0)])
  func `a steep fade does not leave a level that is not felt`(name: String, length: Int, start: Double) {
    let model = NamedModel.preset(name)
    for end in stride(from: 0.06, through: 0.1, by: 0.01) {
      let curve = ParameterCurve(.intensity, [.init(at: .zero, start), .init(at: .milliseconds(length), end)])
      let drive = model.drive(for: Pattern([buzz(1, milliseconds: length + 600)], curves: [curve]))
      let weakest = model.felt(drive).samples[length + 300..<length + 500].min() ?? 0
      #expect(weakest >= FeltEnvelope.noticed, "\(end): \(weakest)")
    }
  }
}
