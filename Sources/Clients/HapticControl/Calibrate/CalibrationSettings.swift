internal import HapticPatterns
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering
internal import PreferenceFiles

// A calibration as settings of the device, and as properties of the hardware database.

extension CalibrationResult {
  /// - Throws: a failure for a device without a name, which no setting can name.
  func settings() throws(Failure) -> [(key: PreferenceKey, value: PreferenceValue)] {
    var values = times.map { ($0.setting, PreferenceValue.duration($0.time.asSetting)) }
    if let deadband = calibration.deadband {
      values.append(("deadband", .strength(Intensity((deadband * 100).rounded() / 100))))
    }
    var settings: [(PreferenceKey, PreferenceValue)] = []
    for (name, value) in values {
      settings.append((try preferenceKey("device.\"\(ShortName(truncating: record.name))\".\(name)"), value))
    }
    return settings
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
  func hardwareLines(machine: String?) -> [String] {
    var lines = [
      "# hapticctl calibrate, '\(place.name)' at \(rate.fixed(0)) Hz: latency \(calibration.latency.momentWords)"
        + (calibration.gain.map { ", gain of the weak motor \($0.fixed(2))" } ?? ""), pattern(machine),
    ]
    lines += times.map { " \($0.property)=\($0.time.asProperty)" }
    if let deadband = calibration.deadband { lines.append(" HAPTIC_DEADBAND=\((deadband * 100).fixed(0))") }
    return lines
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
  /// Rounded to a millisecond, below 20 ms to a tenth, and at least that.
  var asSetting: Duration {
    let unit = self < .milliseconds(20) ? Duration.microseconds(100) : .milliseconds(1)
    return max(unit * Int((self / unit).rounded()), unit)
  }

  /// The rounded time in milliseconds.
  fileprivate var asProperty: String { (asSetting / .milliseconds(1)).fixed(self < .milliseconds(20) ? 1 : 0) }
}
