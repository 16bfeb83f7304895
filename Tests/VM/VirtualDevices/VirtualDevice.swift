/// A device that exists only in the kernel's eyes: real drivers bind to it, and it writes down what they do to it.
public protocol VirtualDevice: AnyObject, Sendable {
  /// The name of its force feedback node.
  var name: String { get }
  /// What it saw; kept over unplugging.
  var log: DeviceLog { get }

  /// Makes the device appear, and waits until its force feedback node is there and udev is done with it.
  ///
  /// - Throws: `RigError` where the kernel refuses, or where the driver does not come up within ten seconds.
  func plug() throws
  /// Makes the device disappear, as when its cable is pulled, and waits until udev has seen it. Nothing where it is not
  /// plugged.
  func unplug()

  /// The device nodes under /dev/input, the force feedback node first; none where it is not plugged.
  var nodes: [String] { get }
}

extension VirtualDevice {
  /// The force feedback node, such as `/dev/input/event3`.
  ///
  /// - Throws: `RigError` where the device is not plugged.
  public var node: String {
    get throws {
      guard let node = nodes.first else { throw RigError("\(name) is not plugged") }
      return node
    }
  }
}

/// The description of a virtual device: plain data, one file each.
public protocol DeviceShape: Sendable, CustomStringConvertible {
  /// The name of its force feedback node.
  var name: String { get }
  /// The kernel modules it takes, the driver under test last.
  var modules: [String] { get }
  /// How exactly the motors can be read back, in steps of the 16-bit magnitude.
  var tolerance: UInt16 { get }
  /// A device of this shape, not plugged yet.
  func make() -> any VirtualDevice
}

extension DeviceShape {
  public var tolerance: UInt16 { 0 }
  public var description: String { name }
}

/// The rig could not do what a test asked of it.
public struct RigError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
