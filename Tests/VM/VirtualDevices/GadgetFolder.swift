internal import Glibc
internal import HapticSystem

/// The configfs folder of a USB gadget and its FunctionFS folder. See Documentation/usb/gadget_configfs.rst and
/// functionfs.rst in the kernel.
struct GadgetFolder: Sendable {
  private static let configfs = "/sys/kernel/config"
  private let gadget = "\(configfs)/usb_gadget/hapticd"
  private let functions = "/run/hapticd-vm-pad"
  private let control: Int32

  /// Creates the gadget without plugging it in.
  init(_ shape: GadgetShape) throws {
    if access("\(Self.configfs)/usb_gadget", F_OK) != 0 { try Self.mount("configfs", "none", Self.configfs) }
    let texts = "\(gadget)/strings/0x409"
    for folder in [gadget, texts, "\(gadget)/configs/c.1", "\(gadget)/functions/ffs.pad", functions] {
      mkdir(folder, 0o755)
    }
    try Kernel.write("\(shape.vendor)", to: "\(gadget)/idVendor")
    try Kernel.write("\(shape.product)", to: "\(gadget)/idProduct")
    try Kernel.write("\(shape.version)", to: "\(gadget)/bcdDevice")
    try Kernel.write("\(0x0200)", to: "\(gadget)/bcdUSB")
    try Kernel.write(shape.name, to: "\(texts)/product")
    symlink("\(gadget)/functions/ffs.pad", "\(gadget)/configs/c.1/ffs.pad")
    try Self.mount("functionfs", "pad", functions)
    control = try Kernel.open("\(functions)/ep0", O_RDWR)
    try write(Self.descriptors(of: shape.interface))
    try write(Self.words(2, 16, 0, 0))  // no strings
  }

  /// Opens the endpoint to which the host writes; the caller closes it.
  func openOutput() throws -> Int32 { try Kernel.open("\(functions)/ep2", O_RDONLY | O_NONBLOCK) }

  /// Plugs the gadget in.
  func bind() throws { try Kernel.write("dummy_udc.0", to: "\(gadget)/UDC") }

  /// Unplugs the gadget.
  func unbind() { try? Kernel.write("\n", to: "\(gadget)/UDC") }

  /// Removes the gadget. Its endpoints must be closed.
  func remove() {
    close(control)
    unlink("\(gadget)/configs/c.1/ffs.pad")
    umount(functions)
    for folder in ["configs/c.1", "functions/ffs.pad", "strings/0x409", ""] { rmdir("\(gadget)/\(folder)") }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard Glibc.write(control, bytes, bytes.count) == bytes.count else {
      throw RigError("\(functions)/ep0: \(Errno.last)")
    }
  }

  private static func mount(_ type: String, _ source: String, _ place: String) throws {
    guard Glibc.mount(source, place, type, 0, nil) == 0 else { throw RigError("mount \(type): \(Errno.last)") }
  }

  /// One interface with two interrupt endpoints of 32 bytes, for full speed and high speed: every 4 ms to the host,
  /// every 8 ms from it, as the real gamepad has them (a high-speed interval n means 2^(n-1) eighths of a
  /// millisecond).
  private static func descriptors(of interface: (UInt8, UInt8, UInt8)) -> [UInt8] {
    func speed(_ toHost: UInt8, _ fromHost: UInt8) -> [UInt8] {
      [9, 4, 0, 0, 2, interface.0, interface.1, interface.2, 0]
        + [7, 5, 0x81, 0x03, 32, 0, toHost] + [7, 5, 0x02, 0x03, 32, 0, fromHost]
    }
    let body = words(3, 3) + speed(4, 8) + speed(6, 7)  // three descriptors for each speed
    return words(3, UInt32(12 + body.count), 1 | 2) + body  // version 2, size, full and high speed
  }

  private static func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
