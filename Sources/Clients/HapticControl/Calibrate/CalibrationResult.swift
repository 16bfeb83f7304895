internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering

/// The motors of a device before and after a calibration.
struct CalibrationResult {
  let record: DeviceRecord
  let place: MotionSensorPlace
  let calibration: Calibration

  /// The model in use before.
  var former: MotorModel { MotorModel(record) }
  /// The measured model, with the precision of the settings.
  var measured: MotorModel { calibration.applied(to: former) }

  /// The motors with their names.
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
