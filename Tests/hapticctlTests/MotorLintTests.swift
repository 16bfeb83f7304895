import Haptics
import MotorRendering
import TestSupport
import Testing

@testable import HapticControl

@Suite struct MotorLintTests {
  private func findings(_ events: [Event], on preset: String) throws -> [MotorFinding] {
    let model = try #require(MotorModel.presets[preset])
    return MotorLint(Forecast(Pattern(events), on: model), motor: preset).findings
  }

  private func tap(_ at: Int, _ intensity: Intensity = 0.8) -> Event {
    Event(.transient, at: .milliseconds(at), intensity: intensity, sharpness: 0.5)
  }

  private func buzz(_ at: Int, for length: Int, _ intensity: Intensity = 0.8) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(at), intensity: intensity, sharpness: 0.3)
  }

  @Test func `an event shorter than a motor's shortest pulse is found on that motor alone`() throws {
    let shortest = try #require(MotorModel.presets["erm"]).shortestPulse
    let length = Int(shortest / .milliseconds(1)) - 1
    let events = [buzz(0, for: 100), buzz(400, for: length)]
    #expect(try findings(events, on: "lra").isEmpty)
    let finding = try #require(try findings(events, on: "erm").first)
    #expect(finding.kind == .short)
    #expect(finding.event == 1)
    #expect(finding.message == "lasts \(length) ms, but the shortest pulse felt on erm is \(shortest.words)")
  }

  @Test func `taps that follow too fast are found with a sufficient interval`() throws {
    let events = (0..<6).map { tap($0 * 25) }
    let found = try findings(events, on: "erm")
    #expect(found.contains { $0.kind == .merged || $0.kind == .lost })
    let finding = try #require(found.first)
    #expect(finding.message.hasSuffix("on erm: it comes 25 ms after the previous one"))
    // The recommended interval avoids the finding.
    let interval = try #require(finding.remedy.firstMatch(of: /leave (\d+) ms between/).flatMap { Int($0.1) })
    #expect(interval > 25)
    #expect(try findings((0..<6).map { tap($0 * interval) }, on: "erm").allSatisfy { $0.kind == .delayed })
    #expect(try findings((0..<6).map { tap($0 * interval * 3 / 2) }, on: "erm").isEmpty)
  }

  @Test func `a tap on a slow swell needs no longer interval than the motor`() throws {
    let swell = ParameterCurve(.intensity, [.init(at: .zero, 0), .init(at: .seconds(6), 1)])
    let buzz = Event(.continuous(duration: .seconds(6)), intensity: 1, sharpness: 0)
    let tap = Event(.transient, at: .seconds(5), intensity: 0.9, sharpness: 0)
    let model = try #require(MotorModel.presets["erm"])
    let found = MotorLint(Forecast(Pattern([buzz, tap], curves: [swell]), on: model), motor: "erm").findings
    let finding = try #require(found.first { $0.kind == .merged })
    #expect(finding.remedy == "make it stronger or longer than its neighbors")
  }

  @Test func `the remedy for a rectangle is not a steeper start`() throws {
    let model = try #require(MotorModel.presets["erm"])
    let lint = MotorLint(Forecast(Pattern([buzz(0, for: 300)]), on: model), motor: "erm")
    #expect(lint.findings.allSatisfy { !$0.remedy.contains("make its start steeper") })
    let square = Pulse(onset: .zero, top: .milliseconds(1), peak: 1)
    #expect(MotorLint.remedy(for: .delayed, of: square).hasPrefix("begin it earlier"))
    let ramp = Pulse(onset: .zero, top: .milliseconds(80), peak: 1)
    #expect(MotorLint.remedy(for: .delayed, of: ramp) == "make its start steeper")
  }

  @Test func `strengths that a motor cannot tell apart are found`() throws {
    let events = [buzz(0, for: 300, 0.2), buzz(600, for: 300, 0.35)]
    #expect(try findings(events, on: "lra").isEmpty)
    let found = try findings(events, on: "on-off")
    #expect(found.map(\.kind) == [.alike])
    #expect(found.first?.message == "0.35 after 0.20 feels the same on on-off")
    #expect(found.first?.event == 1)
  }

  @Test(arguments: MotorModel.presets.keys)
  func `a built-in feedback has no finding on any motor`(preset: String) throws {
    for feedback in Demo.feedbacks {
      #expect(try findings(feedback.pattern.events, on: preset).isEmpty, "\(feedback.name)")
    }
  }

  @Test func `findings are in order of time and name their events`() throws {
    let found = try findings((0..<40).map { tap($0 * 20) } + [buzz(2000, for: 3)], on: "pad")
    #expect(found.map(\.moment) == found.map(\.moment).sorted())
    #expect(
      found.allSatisfy { finding in
        finding.event.map { $0 * 20 == Int(finding.moment / .milliseconds(1)) } ?? false || finding.kind == .short
      })
  }

  @Test(arguments: MotorModel.presets.keys)
  func `two pulses are felt after the recommended pause, and not after a much shorter one`(preset: String) throws {
    let model = try #require(MotorModel.presets[preset])
    let full = Level(strong: model.ceiling, weak: model.ceiling)
    func pulses(_ pause: Duration) -> Int {
      let steps: [(Duration, Level)] = [
        (.zero, full), (.seconds(1), .off), (.seconds(1) + pause, full), (.seconds(2) + pause, .off),
      ]
      return model.felt(Drive(steps.map { Drive.Step(at: $0, level: $1) }, end: .seconds(3)))
        .pulses(apartAt: model.valleyDepth).count
    }
    #expect(pulses(model.timeToFallApart) == 2)
    // The skin needs up to its radius more than the motor.
    #expect(pulses(max(model.timeToFallApart - Skin.radius - .milliseconds(2), .zero)) == 1)
  }
}
