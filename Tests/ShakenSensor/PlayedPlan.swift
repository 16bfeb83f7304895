internal import HapticPatterns
package import MotorCalibration
package import MotorRendering

extension CalibrationPlan {
  /// The levels that the renderer writes for all vibrations of the plan.
  package func writes(on model: MotorModel) -> [WrittenLevel] {
    var time = Duration.milliseconds(700)
    return vibrations.flatMap { vibration -> [WrittenLevel] in
      let drive = model.drive(for: vibration.pattern)
      defer { time += max(drive.duration, vibration.pattern.duration) + vibration.rest }
      return drive.steps.map { WrittenLevel(time: time + $0.at, level: $0.level) }
    }
  }
}

extension ShakenDevice {
  /// Plays the plan of a model and records it.
  package func recorded(by sensor: Accelerometer, playing model: MotorModel) -> MotionRecording {
    var sensor = sensor
    return sensor.record(self, CalibrationPlan(for: model, interval: .seconds(1) / sensor.rate).writes(on: model))
  }
}
