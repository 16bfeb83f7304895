/// A virtual device: real drivers bind to it, and it records their requests.
package protocol VirtualDevice: AnyObject, Sendable {
  /// The name of the force feedback node.
  var name: String { get }
  /// The recorded events; kept when the device is unplugged.
  var log: DeviceLog { get }

  /// Creates the device, and waits until its force feedback node exists and udev has processed it.
  ///
  /// - Throws: `RigError` if the kernel refuses, or the driver needs more than ten seconds.
  func plug() throws
  /// Removes the device as if it was unplugged, and waits until udev has noticed. Has no effect if it is not plugged
  /// in.
  func unplug()

  /// The device nodes under /dev/input, with the force feedback node first; empty if the device is not plugged in.
  var nodes: [String] { get }
}

extension VirtualDevice {
  /// The force feedback node, such as `/dev/input/event3`.
  ///
  /// - Throws: `RigError` if the device is not plugged in.
  package var node: String {
    get throws {
      guard let node = nodes.first else { throw RigError("\(name) is not plugged") }
      return node
    }
  }
}

/// The description of a virtual device: data only, one file each.
package protocol DeviceShape: Sendable, CustomStringConvertible {
  /// The name of the force feedback node.
  var name: String { get }
  /// The required kernel modules, with the driver under test last.
  var modules: [String] { get }
  /// The precision of the motors that can be read back, in steps of the 16-bit magnitude.
  var tolerance: UInt16 { get }
  /// Creates a device of this shape, not plugged in.
  func make() -> any VirtualDevice
}

extension DeviceShape {
  package var tolerance: UInt16 { 0 }
  package var description: String { name }
}

/// A failure of the test rig.
package struct RigError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
