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

  @Test(arguments: [Actuator.slowPhone, .switchedPhone, .pad], [0, 3, 5, 6])
  func `a calibrated unit is rendered as well as a known one`(actuator: Actuator, unit: Int) throws {
    let preset = try #require(MotorModel.presets[actuator.preset])
    let unit = actuator.units[unit]
    let motors = unit.electric
    let device = ShakenDevice(motors.map { .electric(ElectricMotor($0)) })
    let calibration = try Calibration(record(device, with: Accelerometer(rate: 250), playedBy: preset), of: preset)
    let (measured, known) = (marks(calibration.applied(to: preset), on: unit), marks(preset.with(motors), on: unit))
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

extension Actuator {
  /// The constants of its motors for the simulation with a sensor.
  fileprivate var electric: [ElectricMotor.Constants] {
    motors.enumerated().compactMap { index, motor in
      guard case .spinner(let constants) = motor else { return nil }
      return ElectricMotor.Constants(
        friction: constants.friction, stiction: constants.stiction, drag: constants.drag,
        mechanical: constants.inertia / (1 - constants.friction), electrical: max(constants.lag, 0.5),
        hertz: index == 0 ? 62 : 163, acceleration: index == 0 ? 1 : 0.8)
    }
  }
}

extension MotorModel {
  /// The model with the true constants of these motors.
  fileprivate func with(_ motors: [ElectricMotor.Constants]) -> MotorModel {
    func motor(_ constants: ElectricMotor.Constants) -> Motor {
      let times = ElectricMotor(constants).startAndStop
      return Motor(rise: .microseconds(Int(times.start * 1000)), fall: .microseconds(Int(times.stop * 1000)))
    }
    var model = self
    model.strong = motor(motors[0])
    if motors.count > 1 { model.weak = motor(motors[1]) }
    if !isOnOff { model.deadband = motors.map(\.friction).reduce(0, +) / Double(motors.count) }
    return model
  }
}
