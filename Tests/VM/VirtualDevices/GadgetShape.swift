/// The data of a USB device: emulated with FunctionFS on the kernel's dummy host, so that a real USB driver binds to
/// it.
package struct GadgetShape: DeviceShape {
  /// The name of the driver's node, from the driver's own table.
  package var name: String
  package var modules: [String]
  package var vendor: UInt16
  package var product: UInt16
  package var version: UInt16
  /// Class, subclass and protocol of its only interface.
  package var interface: (UInt8, UInt8, UInt8)
  /// Reads the state of the motors from a packet; nil if the packet does not contain it.
  package var motors: @Sendable (_ packet: [UInt8]) -> MotorState?

  package func make() -> any VirtualDevice { GadgetDevice(self) }
}
