internal import HapticPatterns
internal import HapticSystem
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering
internal import PreferenceFiles

/// The motors of a device before and after a calibration.
struct CalibrationResult {
  let record: DeviceRecord
  let place: MotionSensorPlace
  let calibration: Calibration

  /// The model in use before.
  var former: MotorModel { MotorModel(record) }
  /// The measured model, with the precision of the settings.
  var measured: MotorModel { calibration.applied(to: former) }

  var motors: [(name: String, fit: FittedMotor, former: Motor)] {
    guard let weak = calibration.weak, let formerWeak = former.weak else {
      return [("motor", calibration.strong, former.strong)]
    }
    return [("strong", calibration.strong, former.strong), ("weak", weak, formerWeak)]
  }

  /// The samples per second.
  var rate: Double { .seconds(1) / max(calibration.interval, .microseconds(1)) }

  var title: String { "\(record.name), measured by '\(place.name)' at \(rate.fixed(0)) Hz" }

  /// The table of constants and the sentences below it.
  var lines: [String] {
    var table = Table([
      ("MOTOR", .left), ("RISE", .right), ("WAS", .right), ("FALL", .right), ("WAS", .right), ("SHAKE", .right),
      ("EXPLAINED", .right),
    ])
    for (name, fit, former) in motors {
      table.add(
        name, fit.rise.withError(fit.riseError), former.rise.momentWords, fit.fall.withError(fit.fallError),
        former.fall.momentWords, "\(fit.acceleration.fixed(2)) g", "\((fit.explained * 100).fixed(1))%")
    }
    return table.lines + [""] + sentences
  }

  var sentences: [String] {
    var sentences: [String] = []
    if let deadband = calibration.deadband {
      sentences.append(
        "start level: \((deadband * 100).fixed(0))% of full drive, was \((former.deadband * 100).fixed(0))%")
    }
    if let gain = calibration.gain {
      sentences.append("gain: the weak motor shakes with \(gain.fixed(2)) of the strong motor's acceleration")
    }
    sentences.append(
      "latency: \(calibration.latency.withError(calibration.latencyError)) from the write to the first shake; the sensor "
        + "has a sample every \(calibration.interval.momentWords)")
    sentences.append(
      "sensor: noise \((calibration.noise * 1000).fixed(0)) mg, \(counted(calibration.used, "vibration")) used"
        + (calibration.leftOut > 0 ? ", \(calibration.leftOut) left out because the device was moved" : ""))
    return sentences
  }
}

extension Duration {
  /// A time with its standard error, such as `65.2 ±0.4 ms`.
  fileprivate func withError(_ error: Duration) -> String {
    let error = error > .seconds(1) ? "?" : (error / .milliseconds(1)).fixed(1)
    return "\((self / .milliseconds(1)).fixed(1)) ±\(error) ms"
  }
}

extension JSONObject {
  /// A calibration, with the measured model and the one in use before.
  static func calibration(_ result: CalibrationResult, hardware: [String]) throws(Failure) -> JSONObject {
    let calibration = result.calibration
    let settings = try result.settings().map { key, value -> JSONObject in
      ["key": "\(key)", "value": JSONObject.value(value, of: key)]
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
