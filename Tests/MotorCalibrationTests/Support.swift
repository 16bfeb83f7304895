import HapticPatterns
import MotorCalibration
import MotorRendering
import ShakenSensor
import Testing

extension CalibrationPlan {
  /// The levels that the renderer writes for all vibrations of the plan.
  func writes(on model: MotorModel) -> [WrittenLevel] {
    var time = Duration.milliseconds(700)
    return vibrations.flatMap { vibration -> [WrittenLevel] in
      let drive = model.drive(for: vibration.pattern)
      defer { time += max(drive.duration, vibration.pattern.duration) + vibration.rest }
      return drive.steps.map { WrittenLevel(time: time + $0.at, level: $0.level) }
    }
  }
}

/// Plays the plan of a model on a simulated device and records it.
func record(
  _ device: ShakenDevice, with sensor: Accelerometer, playedBy model: MotorModel
) -> MotionRecording {
  var sensor = sensor
  let plan = CalibrationPlan(for: model, interval: .seconds(1) / sensor.rate)
  return sensor.record(device, plan.writes(on: model))
}

/// A constant with its true value, for messages.
func isNear(_ value: Duration, _ truth: Double, within share: Double = 0.15) -> Bool {
  abs(value / .milliseconds(1) / truth - 1) <= share
}
