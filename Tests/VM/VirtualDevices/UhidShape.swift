/// The data of a HID device. The vendor's real driver in the kernel binds to it and sends it requests.
package struct UhidShape: DeviceShape {
  package var name: String
  package var modules: [String]
  package var bus: UInt16 = 0x03
  package var vendor: UInt16
  package var product: UInt16
  package var version: UInt16 = 0x0111
  /// The unique address; drivers refuse a second device with the same address.
  package var address: String = ""
  /// The HID report descriptor.
  package var reportDescriptor: [UInt8]
  /// The replies to requests for feature reports, by report number. The driver may set them.
  package var features: [UInt8: [UInt8]] = [:]
  /// The input report that it sends at intervals while it is open.
  package var stream: (report: [UInt8], every: Duration)?
  /// The input reports of its motion sensors, instead of `stream`.
  package var moving: (any MovingReport)?
  /// Returns the input report that replies to an output report, or nil.
  package var conversation: (@Sendable (_ output: [UInt8]) -> [UInt8]?)?
  /// Reads the state of the motors from an output report; nil if the report does not contain it.
  package var motors: @Sendable (_ output: [UInt8]) -> MotorState?
  package var tolerance: UInt16 = 0
  /// The nodes that the driver creates.
  var nodes = NodeKind.input

  package func make() -> any VirtualDevice { UhidDevice(self) }
}

/// The position of two 8-bit motors in an output report.
package struct RumbleBytes: Sendable {
  /// The number of the report, in its first byte.
  package var report: UInt8
  /// The byte with the flags that enable the motors, and the flags that must be set.
  package var flags: (offset: Int, mask: UInt8)
  package var strong: Int
  package var weak: Int

  /// The motors in `output`; a byte b is the 16-bit magnitude b * 0x101.
  package func callAsFunction(_ output: [UInt8]) -> MotorState? {
    guard output.first == report, output.count > max(strong, weak, flags.offset) else { return nil }
    guard output[flags.offset] & flags.mask != 0 else { return nil }
    return MotorState(strong: UInt16(output[strong]) * 0x101, weak: UInt16(output[weak]) * 0x101)
  }
}
