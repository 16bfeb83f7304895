/// A HID device, as data: the vendor's real driver in the kernel binds to it and asks it questions.
public struct UhidShape: DeviceShape {
  public var name: String
  public var modules: [String]
  public var bus: UInt16 = 0x03
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16 = 0x0111
  /// Drivers refuse a second device with the same address.
  public var address: String = ""
  /// What the device can say and hear, in the language of HID.
  public var reportDescriptor: [UInt8]
  /// Answers to requests for feature reports, by the report's number.
  public var features: [UInt8: [UInt8]] = [:]
  /// What it says of its own accord from the moment that it is opened.
  public var stream: (report: [UInt8], every: Duration)?
  /// Its answer to an output report: an input report, or nil.
  public var conversation: (@Sendable (_ output: [UInt8]) -> [UInt8]?)?
  /// Reads the motors out of an output report; nil where the report does not speak of them.
  public var motors: @Sendable (_ output: [UInt8]) -> MotorState?
  public var tolerance: UInt16 = 0

  public func make() -> any VirtualDevice { UhidDevice(self) }
}

/// Where an output report carries two motors of 8 bits each.
public struct RumbleBytes: Sendable {
  /// The number of the report, its first byte.
  public var report: UInt8
  /// The byte with the flags that say whether the motors are meant at all, and the flags that must be set.
  public var flags: (offset: Int, mask: UInt8)
  public var strong: Int
  public var weak: Int

  /// The motors in `output`; a byte b stands for the 16-bit magnitude b * 0x101.
  public func callAsFunction(_ output: [UInt8]) -> MotorState? {
    guard output.first == report, output.count > max(strong, weak, flags.offset) else { return nil }
    guard output[flags.offset] & flags.mask != 0 else { return nil }
    return MotorState(strong: UInt16(output[strong]) * 0x101, weak: UInt16(output[weak]) * 0x101)
  }
}
