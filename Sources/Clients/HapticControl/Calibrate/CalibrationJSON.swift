internal import HapticPatterns
internal import HapticSystem
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering
internal import PreferenceFiles

extension JSONObject {
  /// A calibration, with the measured model and the one in use before.
  static func calibration(_ result: CalibrationResult, hardware: [String]) throws(Failure) -> JSONObject {
    let calibration = result.calibration
    let settings = try result.settings().map { key, value -> JSONObject in
      ["key": "\(key)", "value": PreferenceValueJSON(value, of: key)]
    }
    return [
      "deviceID": result.record.id?.rawValue, "deviceName": result.record.name, "sensor": result.place.path,
      "sensorName": result.place.name, "sampleIntervalMicroseconds": calibration.interval.wholeMicroseconds,
      "noiseG": calibration.noise.inThousandths, "vibrationCount": calibration.used,
      "ignoredVibrationCount": calibration.leftOut, "motors": result.motors.map { part($0.name, $0.fit) },
      "motor": motor(result.measured), "formerMotor": motor(result.former),
      "weakGain": calibration.gain?.inThousandths, "shakeDelayNanoseconds": calibration.latency.wholeNanoseconds,
      "shakeDelayErrorNanoseconds": calibration.latencyError.bounded.wholeNanoseconds, "settings": settings,
      "hardwareDatabase": hardware,
    ]
  }

  private static func part(_ name: String, _ fit: FittedMotor) -> JSONObject {
    [
      "part": name, "riseMicroseconds": fit.rise.wholeMicroseconds,
      "riseErrorMicroseconds": fit.riseError.bounded.wholeMicroseconds,
      "fallMicroseconds": fit.fall.wholeMicroseconds,
      "fallErrorMicroseconds": fit.fallError.bounded.wholeMicroseconds,
      "accelerationG": fit.acceleration.inThousandths, "explained": fit.explained.inThousandths,
    ]
  }
}

extension Duration {
  /// An error of at most a second, because the error of a constant without influence has no bound.
  fileprivate var bounded: Duration { min(self, .seconds(1)) }
}
