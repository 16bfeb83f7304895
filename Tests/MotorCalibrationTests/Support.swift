import MotorCalibration
import MotorRendering
import ShakenSensor
import Testing

/// Plays the plan of a model on a simulated device and records it.
func record(
  _ device: ShakenDevice, with sensor: Accelerometer, playedBy model: MotorModel
) -> MotionRecording { device.recorded(by: sensor, playing: model) }

/// A constant with its true value, for messages.
func isNear(_ value: Duration, _ truth: Double, within share: Double = 0.15) -> Bool {
  abs(value / .milliseconds(1) / truth - 1) <= share
}
