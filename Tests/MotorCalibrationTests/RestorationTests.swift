import HapticPatterns
import MotorCalibration
import MotorRendering
import ShakenSensor
import TestSupport
import Testing

@testable import FidelitySimulation

/// The rendering for a unit that is 25 % off, as the judge of fidelity feels it: with the model of a calibration, and
/// with the known constants of the unit.
@Suite struct RestorationTests {
  /// Mean figures over the sample patterns.
  private struct Marks {
    var correlation = 0.0
    var peakError = 0.0
  }

  @Test(arguments: [Actuator.slowPhone, .switchedPhone, .pad], TestExtent.all([0, 3, 5, 6], quick: [5]))
  func `a calibrated unit is rendered as well as a known one`(actuator: Actuator, unit: Int) throws {
    let preset = try #require(MotorModel.presets[actuator.preset])
    let unit = actuator.units[unit]
    let models = try CalibratedUnit(unit, preset: preset)
    let (measured, known) = (marks(models.measured, on: unit), marks(models.known, on: unit))
    #expect(measured.correlation >= 0.95 * known.correlation, "\(measured), known \(known)")
    // A twentieth of full strength is far below the just noticeable difference.
    #expect(measured.peakError <= known.peakError + 0.05, "\(measured), known \(known)")
  }

  private func marks(_ model: MotorModel, on unit: Actuator) -> Marks {
    var marks = Marks()
    let share = 1 / Double(SamplePatterns.all.count)
    for (_, pattern) in SamplePatterns.all {
      let drive = model.drive(for: pattern)
      let meant = Intention(pattern)
      let count = max(
        meant.felt.count, Intention.lead + Int(drive.duration / .milliseconds(1)) + Intention.tail)
      let silence = [Double](repeating: 0, count: Intention.lead)
      let felt = silence + unit.feel(drive, milliseconds: count - Intention.lead)
      let figures = Figures(meant.padded(to: count), felt, [])
      marks.correlation += figures.correlation * share
      marks.peakError += figures.peakError * share
    }
    return marks
  }
}
