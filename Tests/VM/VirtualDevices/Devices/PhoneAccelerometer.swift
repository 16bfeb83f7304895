extension UhidShape {
  /// An accelerometer behind a sensor hub, driven by hid-sensor-accel-3d: an industrial I/O device with a buffer, whose
  /// values are in thousandths of g.
  package static var phoneAccelerometer: UhidShape {
    var shape = UhidShape(
      name: "sensor hub", modules: ["uhid", "hid_sensor_hub", "hid_sensor_accel_3d"], bus: 0x18, vendor: 0x1209,
      product: 0x0073, reportDescriptor: PhoneAccelerometer.descriptor, features: [1: PhoneAccelerometer.feature],
      motors: { _ in nil })
    shape.nodes = .industrial
    return shape
  }
}

/// The reports of an accelerometer by the HID sensor usage tables.
package enum PhoneAccelerometer {
  /// The values per g.
  package static let unitsPerG = 1000.0
  /// The milliseconds between two reports, in the feature report.
  package static let intervalMilliseconds: UInt8 = 5

  /// The input report of an acceleration.
  package static func report(_ x: Int16, _ y: Int16, _ z: Int16) -> [UInt8] { [1] + littleEndian(x, y, z) }

  /// Reporting state: no events; power state: undefined; the interval; the sensitivity.
  static let feature: [UInt8] = [1, 1, 1, intervalMilliseconds, 0, 0, 0, 0, 0]

  private static let descriptorItems: [[UInt8]] = [
    [0x05, 0x20, 0x09, 0x73, 0xa1, 0x00, 0x85, 0x01],  // page of sensors, accelerometer, physical collection, report 1
    state(0x16, 0x40), state(0x19, 0x50),  // reporting and power
    [0x0a, 0x0e, 0x03, 0x15, 0x00, 0x27, 0xff, 0xff, 0xff, 0x7f, 0x75, 0x20, 0x95, 0x01, 0xb1, 0x02],  // interval
    [0x0a, 0x52, 0x14, 0x15, 0x00, 0x26, 0xff, 0x7f, 0x75, 0x10, 0x95, 0x01, 0x55, 0x0d, 0xb1, 0x02],  // sensitivity
    axis(0x53), axis(0x54), axis(0x55), [0xc0],
  ]
  static let descriptor: [UInt8] = Array(descriptorItems.joined())

  /// A feature with one of six states; `first` is the low byte of the first one's usage.
  private static func state(_ usage: UInt8, _ first: UInt8) -> [UInt8] {
    // 1...6 in 8 bits
    var items: [UInt8] = [0x0a, usage, 0x03, 0x15, 0x01, 0x25, 0x06, 0x75, 0x08, 0x95, 0x01, 0xa1, 0x02]
    for state in first..<first + 6 { items += [0x0a, state, 0x08] }
    return items + [0xb1, 0x00, 0xc0]
  }

  /// An axis of -32767...32767 in 16 bits, in thousandths of g.
  private static func axis(_ usage: UInt8) -> [UInt8] {
    [0x0a, usage, 0x04, 0x16, 0x01, 0x80, 0x26, 0xff, 0x7f, 0x75, 0x10, 0x95, 0x01, 0x55, 0x0d, 0x81, 0x02]
  }
}
