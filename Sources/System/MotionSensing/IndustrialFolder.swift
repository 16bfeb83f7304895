internal import HapticSystem

/// The attributes of an accelerometer in sysfs.
struct IndustrialFolder {
  let path: String

  /// Whether the sensor measures acceleration along three axes.
  var isAccelerometer: Bool {
    ["x", "y", "z"].allSatisfy { Folder.resolved("\(path)/in_accel_\($0)_raw") != nil }
  }

  /// The label by which a driver distinguishes several sensors of a machine, such as `accel-display`, or its name.
  var name: String { SystemText.read("\(path)/label") ?? SystemText.read("\(path)/name") ?? "accelerometer" }

  /// The factor from raw values to g, above 0; nil if the driver does not tell. The kernel's unit is m/s².
  var scale: Double? { number("in_accel_scale", "in_accel_x_scale").flatMap { $0 > 0 ? $0 / 9.80665 : nil } }

  var offset: Double { number("in_accel_offset", "in_accel_x_offset") ?? 0 }

  /// The samples per second; nil if the driver does not tell.
  var rate: Double? {
    Self.rateNames.lazy.compactMap { number($0) }.first.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The attribute of the rate and the rate for a measurement: the lowest one from 200 Hz, or else the highest one. Nil
  /// if the sensor has that rate or more, or if the driver does not list its rates. Many start at 13 or 26 Hz.
  var fasterRate: (name: String, value: String)? {
    for name in Self.rateNames {
      guard let present = number(name), let list = SystemText.read("\(path)/\(name)_available") else { continue }
      let rates = list.split(separator: " ").compactMap { text in Double(text).map { (text: String(text), hertz: $0) } }
        .filter { $0.hertz.isFinite }
      let sufficient = rates.filter { $0.hertz >= Self.sufficient }.min { $0.hertz < $1.hertz }
      guard let best = sufficient ?? rates.max(by: { $0.hertz < $1.hertz }), best.hertz > present else { return nil }
      return (name, best.text)
    }
    return nil
  }

  private static let rateNames = ["sampling_frequency", "in_accel_sampling_frequency"]
  /// The samples per second that determine the motors of a phone.
  private static let sufficient = 200.0

  /// The largest acceleration, in g; nil if the driver does not tell.
  var range: Double? {
    guard let scale, let type = SystemText.read("\(path)/scan_elements/in_accel_x_type").flatMap(ScanType.init),
      type.isSigned, (2...32).contains(type.bits)
    else { return nil }
    return Double(1 << (type.bits - 1)) * scale
  }

  var hasTimestamp: Bool { SystemText.read("\(path)/scan_elements/in_timestamp_en") != nil }

  /// Whether the buffer needs a trigger and has none, so that it would stay empty.
  var lacksTrigger: Bool {
    let trigger = "\(path)/trigger/current_trigger"
    return Folder.resolved(trigger) != nil && SystemText.read(trigger) == nil
  }

  /// The names of the elements that the buffer contains at present.
  var enabledElements: [String] {
    ((try? Folder.entries(of: "\(path)/scan_elements")) ?? []).filter { $0.hasSuffix("_en") }
      .filter { SystemText.read("\(path)/scan_elements/\($0)") == "1" }.map { String($0.dropLast("_en".count)) }
  }

  /// The magnitudes of attributes: no raw value of 64 bits becomes infinite with them.
  private static let possible = 0...1e19

  private func number(_ names: String...) -> Double? {
    for name in names {
      let number = SystemText.read("\(path)/\(name)").flatMap { Double($0) }
      if let number, Self.possible.contains(abs(number)) { return number }
    }
    return nil
  }
}

enum SystemText {
  /// The text of an attribute without the line break; nil if it does not exist, cannot be read, or is empty.
  static func read(_ path: String) -> String? {
    guard let bytes = try? RegularFile.read(path, upTo: 4096) else { return nil }
    let text = bytes.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
