internal import Glibc
internal import HapticSystem
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The virtual machine that `Tests/VM/boot` starts and `Tests/VM/guest` sets up.
enum Guest {
  /// Whether this process runs in the virtual machine.
  static let isHere = getenv("HAPTICD_VM") != nil

  /// The value of a variable that the guest's script sets.
  static func variable(_ name: String, default value: String) -> String {
    getenv(name).map { String(cString: $0) } ?? value
  }

  /// Runs a program in the guest, as root by default, and waits for its end.
  ///
  /// - Returns: its output.
  /// - Throws: `RigError` with the output if it fails.
  @discardableResult
  static func run(_ arguments: String..., as user: Program.User = .root) throws -> String {
    let program = try Program(arguments, as: user)
    let status = try program.wait()
    guard status == 0 else { throw RigError("\(arguments) ended with \(status): \(program.output)") }
    return program.output
  }

  /// The text of a small file, such as one under /proc.
  static func read(_ path: String) throws -> String {
    let text = String(decoding: try RegularFile.read(path, upTo: 1 << 20), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Writes a text file as the tester, and creates its parent folders.
  static func write(_ text: String, to path: String) throws {
    try run(
      "sh", "-c", "mkdir -p \"$(dirname \"$1\")\" && printf '%s\\n' \"$2\" > \"$1\"", "sh", path, text, as: .tester)
  }

  /// The files that a process has open.
  static func openFiles(of process: pid_t) throws -> [String] {
    let lines = try run("find", "/proc/\(process)/fd", "-type", "l", "-printf", "%l\n")
    return lines.split(separator: "\n").map(String.init)
  }

  /// Plugs a device of this shape in.
  static func plug(_ shape: any DeviceShape) throws -> any VirtualDevice {
    let device = shape.make()
    try device.plug()
    return device
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs real kernel drivers and their devices.
  static var inGuest: Self { .enabled(if: Guest.isHere, "real drivers are tried in the virtual machine: make check") }

  /// A test that `make check` leaves to `make check-all`.
  static func inFull(_ reason: String) -> Self {
    .enabled(if: TestExtent.isFull, "make check-all runs this, because \(reason)")
  }
}
