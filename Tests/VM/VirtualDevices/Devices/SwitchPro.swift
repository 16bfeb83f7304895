extension UhidShape {
  /// Nintendo's Switch Pro Controller on USB, driven by hid-nintendo.
  ///
  /// The driver writes a packet only after an input report and at least 25 ms after the previous packet. The first
  /// packet after a pause contains the previous level: the motor starts after 29 to 55 ms. The amplitudes come from a
  /// table of 101 steps.
  package static let switchPro = UhidShape(
    name: "Nintendo Switch Pro Controller", modules: ["uhid", "hid_nintendo"], vendor: 0x057e, product: 0x2009,
    address: "02:00:00:00:20:09",
    reportDescriptor: ReportDescriptor.vendor(
      inputs: [0x21: 63, 0x30: 63, 0x81: 63], outputs: [0x01: 63, 0x10: 63, 0x80: 63]),
    stream: (report: inputHeader(0x30).padded(to: 64), every: .milliseconds(15)),
    conversation: reply, motors: motors, tolerance: 0x0800)

  /// Report number, timer, full battery on a cable, no buttons, sticks in the middle, vibrator.
  private static func inputHeader(_ number: UInt8) -> [UInt8] {
    [number, 0x00, 0x91, 0x00, 0x80, 0x00, 0x00, 0x08, 0x80, 0x00, 0x08, 0x80, 0x00]
  }

  @Sendable private static func reply(to output: [UInt8]) -> [UInt8]? {
    switch output.first {
    case 0x80 where output.count > 1 && output[1] != 0x04:  // USB commands; 0x04 is not answered
      ([0x81, output[1]] as [UInt8]).padded(to: 64)
    case 0x01 where output.count > 10: answer(to: output[10], Array(output[11...])).padded(to: 64)
    default: nil
    }
  }

  private static func answer(to command: UInt8, _ arguments: [UInt8]) -> [UInt8] {
    switch command {
    case 0x02:  // firmware, kind 3: Pro Controller, address
      inputHeader(0x21) + [0x82, 0x02, 0x04, 0x33, 0x03, 0x02, 0x02, 0x00, 0x00, 0x00, 0x20, 0x09, 0x01, 0x01]
    case 0x10 where arguments.count >= 5:  // memory: the requested address and size, then the contents
      inputHeader(0x21) + [0x90, 0x10] + arguments.prefix(5)
        + (memory[UInt16(arguments[0]) | UInt16(arguments[1]) << 8] ?? [0xff]).padded(to: 24)
    default: inputHeader(0x21) + [0x80, command]
    }
  }

  /// The factory memory: calibration of the sticks (12-bit pairs) and of the motion sensors. No user calibration.
  private static let memory: [UInt16: [UInt8]] = [
    0x603d: [0x00, 0x06, 0x60, 0x00, 0x08, 0x80, 0x00, 0x06, 0x60],  // left: above, middle, below
    0x6046: [0x00, 0x08, 0x80, 0x00, 0x06, 0x60, 0x00, 0x06, 0x60],  // right: middle, below, above
    0x6020: littleEndian(0, 0, 0, 0x4000, 0x4000, 0x4000, 0, 0, 0, 0x343b, 0x343b, 0x343b),
  ]

  /// Four bytes per side: frequency and amplitude of the high band, then of the low band. The driver uses the same
  /// step for both bands, in the upper seven bits of the second byte. Left is strong, right is weak.
  @Sendable private static func motors(in output: [UInt8]) -> MotorState? {
    guard output.first == 0x10 || output.first == 0x01, output.count >= 10 else { return nil }
    return MotorState(strong: magnitude(output[3] >> 1), weak: magnitude(output[7] >> 1))
  }

  private static func magnitude(_ step: UInt8) -> UInt16 {
    let amplitude = amplitudes[min(Int(step), amplitudes.count - 1)]
    return UInt16(amplitude * 0xffff / amplitudes[amplitudes.count - 1])
  }

  private static let amplitudes = [
    0, 10, 12, 14, 17, 20, 24, 28, 33, 40, 47, 56, 67, 80, 95, 112, 117, 123, 128, 134, 140, 146, 152, 159, 166, 173,
    181,
    189, 198, 206, 215, 225, 230, 235, 240, 245, 251, 256, 262, 268, 273, 279, 286, 292, 298, 305, 311, 318, 325, 332,
    340, 347, 355, 362, 370, 378, 387, 395, 404, 413, 422, 431, 440, 450, 460, 470, 480, 491, 501, 512, 524, 535, 547,
    559, 571, 584, 596, 609, 623, 636, 650, 665, 679, 694, 709, 725, 741, 757, 773, 790, 808, 825, 843, 862, 881, 900,
    920, 940, 960, 981, 1003,
  ]
}
