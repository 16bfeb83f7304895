internal import VirtualDevices

/// A rule of an administrator's, after all the others, for devices plugged in from now on.
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
