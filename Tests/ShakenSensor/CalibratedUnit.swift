package import FidelitySimulation
internal import Glibc
package import MotorCalibration
package import MotorRendering

/// A unit of a simulated actuator, and the models with which it can be rendered.
package struct CalibratedUnit: Sendable {
  /// The model of the unit's type, with the constants that a calibration measures of the unit.
  package let measured: MotorModel
  /// The model with the true constants of the unit.
  package let known: MotorModel

  /// Plays a calibration on the unit and fits its motors.
  ///
  /// - Parameter preset: the model of the unit's type.
  /// - Throws: the refusal of the fit.
  package init(_ unit: Actuator, preset: MotorModel) throws(CalibrationRefusal) {
    let (device, sensor) = (ShakenDevice(unit.shakenMotors), Accelerometer(rate: unit.sensorRate))
    measured = try Calibration(device.recorded(by: sensor, playing: preset), of: preset).applied(to: preset)
    known = preset.with(unit)
  }
}

extension Actuator {
  /// The motors of the actuator for the simulation with a sensor.
  fileprivate var shakenMotors: [ShakenDevice.Motor] {
    motors.enumerated().map { index, motor in
      switch motor {
      case .spinner(let constants): .electric(ElectricMotor(.init(constants, isHeavy: index == 0)))
      case .resonator(let constants): .resonant(ResonantMotor(.init(constants)))
      }
    }
  }

  /// A mass on a spring shakes along one line, which needs a fast sensor.
  fileprivate var sensorRate: Double {
    if case .resonator = motors[0] { 800 } else { 250 }
  }
}

extension MotorModel {
  /// The model with the true constants of a unit.
  fileprivate func with(_ unit: Actuator) -> MotorModel {
    let known = unit.motors.enumerated().map { index, motor in
      switch motor {
      case .spinner(let constants):
        let times = ElectricMotor(.init(constants, isHeavy: index == 0)).startAndStop
        return Motor(rise: .microseconds(Int(times.start * 1000)), fall: .microseconds(Int(times.stop * 1000)))
      case .resonator(let constants):
        // A mass on a spring that is slower is outside of the renderer's model.
        let time = Duration.microseconds(Int(min(ResonantMotor.Constants(constants).start, 20) * 1000))
        return Motor(rise: time, fall: time)
      }
    }
    let frictions = unit.motors.compactMap { if case .spinner(let constants) = $0 { constants.friction } else { nil } }
    var model = self
    model.isMeasured = true
    model.strong = known[0]
    if known.count > 1 { model.weak = known[1] }
    if !isOnOff, !frictions.isEmpty { model.deadband = frictions.reduce(0, +) / Double(frictions.count) }
    return model
  }
}

extension ElectricMotor.Constants {
  /// The same motor by the equations of this simulation.
  fileprivate init(_ motor: Spinner.Constants, isHeavy: Bool) {
    self.init(
      friction: motor.friction, stiction: motor.stiction, drag: motor.drag,
      mechanical: motor.inertia / (1 - motor.friction), electrical: max(motor.lag, 0.5), hertz: isHeavy ? 62 : 163,
      acceleration: isHeavy ? 1 : 0.8)
  }
}

extension ResonantMotor.Constants {
  fileprivate init(_ motor: Resonator.Constants) {
    self.init(hertz: Self.hertz, quality: motor.decay / 1000 * Double.pi * Self.hertz, acceleration: 1)
  }

  /// The frequency of the actuators of today's phones.
  private static let hertz = 235.0
}
