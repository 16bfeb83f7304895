internal import VirtualDevices

/// A rule of the administrator, after all others, for devices that are plugged in later.
struct UdevRule {
  private static let path = "/run/udev/rules.d/99-behaviour.rules"

  init(_ line: String) throws {
    try Guest.run("sh", "-c", "mkdir -p /run/udev/rules.d && echo \"$1\" > \(Self.path)", "sh", line)
    try Guest.run("udevadm", "control", "--reload")
  }

  func remove() {
    _ = try? Guest.run("rm", "-f", Self.path)
    _ = try? Guest.run("udevadm", "control", "--reload")
  }
}
