/// The reason why a recording does not determine the motors.
package enum CalibrationRefusal: String, Error, CaseIterable, Sendable {
  /// The sensor delivered too few samples, or lost too many.
  case tooFewSamples
  /// The device was moved between the vibrations.
  case moving
  /// The motors were never driven at full drive, or one of them never without the other.
  case notDriven
  /// The vibration does not stand out from the noise of the sensor.
  case noShake
  /// The vibration exceeds the range of the sensor.
  case clipped
  /// The motion does not follow the model of a motor.
  case poorFit
}
