internal import Glibc
internal import Testing
internal import VirtualDevices

/// The virtual machine that `Tests/VM/boot` starts and `Tests/VM/guest` furnishes.
enum Guest {
  /// Whether this process runs in it.
  static let isHere = getenv("HAPTICD_VM") != nil

  /// The value of a variable that the guest's script sets.
  static func variable(_ name: String, default value: String) -> String {
    getenv(name).map { String(cString: $0) } ?? value
  }

  /// Leaves the running test, with a sentence, where the kernel has no driver for a device.
  static func need(_ shape: any DeviceShape) throws {
    for module in shape.modules where !Kernel.has(module) {
      try Test.cancel("this kernel has no \(module), which \(shape) needs")
    }
  }

  /// Plugs a device of this shape in; the test is left where the kernel has no driver for it.
  static func plug(_ shape: any DeviceShape) throws -> any VirtualDevice {
    try need(shape)
    let device = shape.make()
    try device.plug()
    return device
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs real kernel drivers and their devices.
  static var inGuest: Self { .enabled(if: Guest.isHere, "real drivers are tried in the virtual machine: make check") }
}
