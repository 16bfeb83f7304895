import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct StepReasonTests {
  private static let presets = ["erm", "lra", "on-off", "pad"]

  @Test(arguments: presets) func `each step of the sample patterns has a reason, and recording changes no step`(
    preset: String
  ) {
    let model = NamedModel.preset(preset)
    for (name, pattern) in SamplePatterns.all {
      let (drive, reasons) = model.explainedDrive(for: pattern)
      #expect(drive == model.drive(for: pattern), "\(name)")
      for step in drive.steps.dropLast() {
        let reason = reasons[step.at]
        #expect(reason != nil, "\(name): \(step)")
        if let reason, step.level != .off { #expect(reason.strength > 0, "\(name): \(step)") }
      }
    }
  }

  @Test(arguments: presets) func `taps far apart have pushes of their own, which name their events`(preset: String) {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(200)), intensity: 0.5, sharpness: 0.5),
      Event(.transient, at: .milliseconds(500), intensity: 0.8, sharpness: 0.5),
      Event(.transient, at: .milliseconds(900), intensity: 0.4, sharpness: 0.5),
    ]
    let (_, reasons) = NamedModel.preset(preset).explainedDrive(for: pattern, intensity: 0.5)
    #expect(reasons[.milliseconds(500)] == StepReason(decision: .tap, strength: 0.4, tap: 1))
    #expect(reasons[.milliseconds(900)] == StepReason(decision: .tap, strength: 0.2, tap: 2))
  }

  @Test func `a vibration on a slow motor begins with a kick, and its end is silence`() throws {
    let pattern = Pattern.buzz(0.5, sharpness: 0.5, milliseconds: 300)
    let (drive, reasons) = NamedModel.preset("erm").explainedDrive(for: pattern)
    #expect(reasons[.zero]?.decision == .kick)
    #expect(reasons[drive.steps[1].at]?.decision == .level)
    #expect(reasons[try #require(drive.steps.last).at]?.decision == .silence)
  }
}
