extension UhidShape {
  /// Sony's DualSense on USB, driven by hid-playstation.
  package static let dualSense = UhidShape(
    name: "Sony Interactive Entertainment DualSense Wireless Controller", modules: ["uhid", "hid_playstation"],
    vendor: 0x054c, product: 0x0ce6, address: "02:00:00:00:ce:06",
    reportDescriptor: ReportDescriptor.vendor(
      inputs: [0x01: 63], outputs: [0x02: 62], features: [0x05: 40, 0x09: 19, 0x20: 63]),
    features: [
      0x05: calibration,
      0x09: ([0x09, 0x06, 0xce, 0x00, 0x00, 0x00, 0x02] as [UInt8]).padded(to: 20),  // address, last byte first
      0x20: firmware,
    ],
    motors: { RumbleBytes(report: 0x02, flags: (offset: 1, mask: 0x03), strong: 4, weak: 3)($0) })

  /// Gyroscope: biases, the values of each axis at full speed in both directions, and that speed; accelerometer: the
  /// values of each axis at ±1 g.
  private static let calibration: [UInt8] =
    ([0x05] + littleEndian(0, 0, 0, 8839, -8839, 8839, -8839, 8839, -8839, 540, 540)
    + littleEndian(8192, -8192, 8192, -8192, 8192, -8192)).padded(to: 41)

  /// Update version 0x0224 at byte 44, which is new enough for the second vibration mode with its flag in byte 39.
  private static let firmware: [UInt8] =
    ([0x20] as [UInt8]).padded(to: 24) + [0x13, 0x03, 0x00, 0x00, 0x0a, 0x00, 0x05, 0x00]
    + ([] as [UInt8]).padded(to: 12) + ([0x24, 0x02] as [UInt8]).padded(to: 20)
}
