/// The data of a HID device. The vendor's real driver in the kernel binds to it and sends it requests.
public struct UhidShape: DeviceShape {
  public var name: String
  public var modules: [String]
  public var bus: UInt16 = 0x03
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16 = 0x0111
  /// The unique address; drivers refuse a second device with the same address.
  public var address: String = ""
  /// The HID report descriptor.
  public var reportDescriptor: [UInt8]
  /// The replies to requests for feature reports, by report number. The driver may set them.
  public var features: [UInt8: [UInt8]] = [:]
  /// The input report that it sends at intervals while it is open.
  public var stream: (report: [UInt8], every: Duration)?
  /// The input reports of its motion sensors, instead of `stream`.
  public var moving: (any MovingReport)?
  /// Returns the input report that replies to an output report, or nil.
  public var conversation: (@Sendable (_ output: [UInt8]) -> [UInt8]?)?
  /// Reads the state of the motors from an output report; nil if the report does not contain it.
  public var motors: @Sendable (_ output: [UInt8]) -> MotorState?
  public var tolerance: UInt16 = 0
  /// The nodes that the driver creates.
  var nodes = NodeKind.input

  public func make() -> any VirtualDevice { UhidDevice(self) }
}

/// The position of two 8-bit motors in an output report.
public struct RumbleBytes: Sendable {
  /// The number of the report, in its first byte.
  public var report: UInt8
  /// The byte with the flags that enable the motors, and the flags that must be set.
  public var flags: (offset: Int, mask: UInt8)
  public var strong: Int
  public var weak: Int

  /// The motors in `output`; a byte b is the 16-bit magnitude b * 0x101.
  public func callAsFunction(_ output: [UInt8]) -> MotorState? {
    guard output.first == report, output.count > max(strong, weak, flags.offset) else { return nil }
    guard output[flags.offset] & flags.mask != 0 else { return nil }
    return MotorState(strong: UInt16(output[strong]) * 0x101, weak: UInt16(output[weak]) * 0x101)
  }
}
