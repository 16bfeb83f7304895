internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering
internal import PreferenceFiles

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

  @ListBuilder<String> var sentences: [String] {
    if let deadband = calibration.deadband {
      "start level: \((deadband * 100).fixed(0))% of full drive, was \((former.deadband * 100).fixed(0))%"
    }
    if let gain = calibration.gain {
      "gain: the weak motor shakes with \(gain.fixed(2)) of the strong motor's acceleration"
    }
    "latency: \(calibration.latency.withError(calibration.latencyError)) from the write to the first shake; the sensor "
      + "has a sample every \(calibration.interval.momentWords)"
    "sensor: noise \((calibration.noise * 1000).fixed(0)) mg, \(counted(calibration.used, "vibration")) used"
      + (calibration.leftOut > 0 ? ", \(calibration.leftOut) left out because the device was moved" : "")
  }

  // MARK: Settings of the device, and properties of the hardware database

  /// - Throws: a failure for a device without a name, which no setting can name.
  func settings() throws(Failure) -> [(key: PreferenceKey, value: PreferenceValue)] {
    var values = times.map { ($0.setting, PreferenceValue.duration($0.time.asSetting)) }
    if let deadband = calibration.deadband {
      values.append(("deadband", .strength(Intensity((deadband * 100).rounded() / 100))))
    }
    return try values.map { name, value throws(Failure) in
      (try preferenceKey("device.\"\(ShortName(truncating: record.name))\".\(name)"), value)
    }
  }

  /// The times of the motors, with the names of their settings and properties.
  private var times: [(setting: String, property: String, time: Duration)] {
    let strong = calibration.strong
    let times = [("rise", "HAPTIC_RISE_MS", strong.rise), ("fall", "HAPTIC_FALL_MS", strong.fall)]
    guard let weak = calibration.weak else { return times }
    return times + [("weak-rise", "HAPTIC_WEAK_RISE_MS", weak.rise), ("weak-fall", "HAPTIC_WEAK_FALL_MS", weak.fall)]
  }

  /// An entry for 60-hapticd.hwdb.
  ///
  /// - Parameter machine: the device tree name of the machine, such as `purism,librem5`; nil if it has none.
  @ListBuilder<String> func hardwareLines(machine: String?) -> [String] {
    "# hapticctl calibrate, '\(place.name)' at \(rate.fixed(0)) Hz: latency \(calibration.latency.momentWords)"
      + (calibration.gain.map { ", gain of the weak motor \($0.fixed(2))" } ?? "")
    pattern(machine)
    times.map { " \($0.property)=\($0.time.asProperty)" }
    if let deadband = calibration.deadband { " HAPTIC_DEADBAND=\((deadband * 100).fixed(0))" }
  }

  /// Gamepads are alike everywhere; the motor of a driver depends on the phone.
  private func pattern(_ machine: String?) -> String {
    // A name is any text of the driver; in a pattern, a question mark stands for any character.
    let name = String(
      record.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || " .,_-:".contains($0)) ? $0 : "?" })
    if record.kind == .vibrator {
      return "haptic:vibrator:*:name:\(name):*" + (machine.map { ":machine:*\($0):*" } ?? "")
    }
    let ids = [("b", record.bus), ("v", record.vendor), ("p", record.product)].map { letter, id in
      letter + hexadecimal(id)
    }
    return "haptic:\(record.kind):*:\(ids.joined()):name:\(name):*"
  }
}

extension Duration {
  /// A time with its standard error, such as `65.2 ±0.4 ms`.
  fileprivate func withError(_ error: Duration) -> String {
    let error = error > .seconds(1) ? "?" : (error / .milliseconds(1)).fixed(1)
    return "\((self / .milliseconds(1)).fixed(1)) ±\(error) ms"
  }

  /// An error of at most a second, because the error of a constant without influence has no bound.
  fileprivate var bounded: Duration { min(self, .seconds(1)) }

  /// Rounded to a millisecond, below 20 ms to a tenth, and at least that.
  var asSetting: Duration {
    let unit = self < .milliseconds(20) ? Duration.microseconds(100) : .milliseconds(1)
    return max(unit * Int((self / unit).rounded()), unit)
  }

  /// The rounded time in milliseconds.
  fileprivate var asProperty: String { (asSetting / .milliseconds(1)).fixed(self < .milliseconds(20) ? 1 : 0) }
}

extension JSONObject {
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
