import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct RenditionRecordTests {
  private static let presets = ["erm", "lra", "on-off", "pad"]

  @Test(arguments: presets) func `each step of the sample patterns has a reason, and recording changes no step`(
    preset: String
  ) {
    let model = NamedModel.preset(preset)
    for (name, pattern) in SamplePatterns.all {
      let (drive, record) = model.recordedDrive(for: pattern)
      #expect(drive == model.drive(for: pattern), "\(name)")
      for step in drive.steps.dropLast() {
        let reason = record.reasons[step.at]
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
    let (_, record) = NamedModel.preset(preset).recordedDrive(for: pattern, intensity: 0.5)
    #expect(record.fates == [1: .apart, 2: .apart])
    #expect(record.reasons[.milliseconds(500)] == StepReason(decision: .tap, strength: 0.4, tap: 1))
    #expect(record.reasons[.milliseconds(900)] == StepReason(decision: .tap, strength: 0.2, tap: 2))
  }

  @Test func `a tap in a vibration that is as strong is masked`() {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(600)), intensity: 0.9, sharpness: 0.5),
      Event(.transient, at: .milliseconds(300), intensity: 0.3, sharpness: 0.5),
    ]
    #expect(NamedModel.preset("erm").recordedDrive(for: pattern).record.fates == [1: .masked])
  }

  @Test func `the taps of a fast train are one train on a slow motor, and those of a roll have no fate`() {
    let erm = NamedModel.preset("erm")
    let train = erm.recordedDrive(for: .taps(12, every: 40, intensity: 0.8)).record
    #expect(train.fates.count == 12 && train.fates.values.contains(.train))
    let roll = erm.recordedDrive(for: .taps(12, every: 16, intensity: 0.8)).record
    #expect(roll.fates.isEmpty)
  }

  @Test func `a vibration on a slow motor begins with a kick, and its end is silence`() throws {
    let pattern = Pattern.buzz(0.5, sharpness: 0.5, milliseconds: 300)
    let (drive, record) = NamedModel.preset("erm").recordedDrive(for: pattern)
    #expect(record.reasons[.zero]?.decision == .kick)
    #expect(record.reasons[drive.steps[1].at]?.decision == .level)
    #expect(record.reasons[try #require(drive.steps.last).at]?.decision == .silence)
  }
}
