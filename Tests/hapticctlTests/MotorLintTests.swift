import Haptics
import MotorModel
import Testing

@testable import hapticctl

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
  @Test func zz() throws {
    for p in ["erm","lra","on-off","pad"] {
      for f in try findings((0..<6).map { tap($0*30) } + [buzz(400, for: 3), buzz(600, for: 100), buzz(712, for: 100), buzz(1000, for: 100, 0.3), buzz(1300, for: 100, 0.7), tap(1700, 0.3), tap(2000, 0.6)], on: p) { print(p, f.kind, f.event ?? -1, f.message, f.remedy, separator: "|") }
    }
    for p in ["erm","lra","on-off","pad"] {
      print(p, MotorModel.presets[p]!.timeToFallApart, FeltEnvelope.noticeableRatio)
      for f in Vocabulary.standard.feedbacks { for x in MotorLint(Forecast(f.pattern, on: MotorModel.presets[p]!), motor: p).findings { print(p, f.name, x) } }
    }
  }
}
