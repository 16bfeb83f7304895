/// The data of a USB device: emulated with FunctionFS on the kernel's dummy host, so that a real USB driver binds to
/// it.
public struct GadgetShape: DeviceShape {
  /// The name of the driver's node, from the driver's own table.
  public var name: String
  public var modules: [String]
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  /// Class, subclass and protocol of its only interface.
  public var interface: (UInt8, UInt8, UInt8)
  /// Reads the state of the motors from a packet; nil if the packet does not contain it.
  public var motors: @Sendable (_ packet: [UInt8]) -> MotorState?

  public func make() -> any VirtualDevice { GadgetDevice(self) }
}
