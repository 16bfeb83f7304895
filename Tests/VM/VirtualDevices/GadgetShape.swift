/// A USB device, as data: played through FunctionFS on the kernel's own dummy host, so that a real USB driver binds.
public struct GadgetShape: DeviceShape {
  /// The name of the driver's node, which the driver takes from its own table.
  public var name: String
  public var modules: [String]
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  /// Class, subclass and protocol of its one interface.
  public var interface: (UInt8, UInt8, UInt8)
  /// Reads the motors out of a packet; nil where the packet does not speak of them.
  public var motors: @Sendable (_ packet: [UInt8]) -> MotorState?

  public func make() -> any VirtualDevice { GadgetDevice(self) }
}
