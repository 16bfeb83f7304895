internal import VirtualDevices

/// A rule of the administrator, by default after all others, for devices that are plugged in later.
struct UdevRule {
  private let path: String

  init(_ line: String, in file: String = "99-behaviour.rules") throws {
    path = "/run/udev/rules.d/\(file)"
    try Guest.run("sh", "-c", "mkdir -p /run/udev/rules.d && echo \"$1\" > \(path)", "sh", line)
    try Guest.run("udevadm", "control", "--reload")
  }

  func remove() {
    _ = try? Guest.run("rm", "-f", path)
    _ = try? Guest.run("udevadm", "control", "--reload")
  }
}
