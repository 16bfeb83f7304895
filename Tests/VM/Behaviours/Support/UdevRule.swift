internal import VirtualDevices

/// A rule of the administrator, by default after all others, for devices that are plugged in later.
struct UdevRule {
  private let path: String
  /// A property of /dev/null, which shows whether udev has read the rule.
  private let mark: String

  /// - Throws: `RigError` if udev does not read it.
  init(_ line: String, in file: String = "99-behaviour.rules") throws {
    path = "/run/udev/rules.d/\(file)"
    mark = "RULE_OF_TEST_\(UInt32.random(in: 0...UInt32.max))"
    let text = "\(line)\nKERNEL==\"null\", ENV{\(mark)}=\"1\""
    let isRead = try reload(true) {
      try Guest.run("sh", "-c", "mkdir -p /run/udev/rules.d && echo \"$1\" > \(path)", "sh", text)
    }
    guard isRead else { throw RigError("udev does not read \(path)") }
  }

  func remove() { _ = try? reload(false) { try Guest.run("rm", "-f", path) } }

  /// Changes the file until udev has noticed.
  ///
  /// udev reads its rules again if a folder is newer than they are. If an event makes it read them while a file is being
  /// changed, it takes the folder for known.
  private func reload(_ isThere: Bool, _ change: () throws -> Void) throws -> Bool {
    try poll(upTo: waitLimit) {
      try change()
      try Guest.run("touch", "/run/udev/rules.d")
      try Guest.run("udevadm", "control", "--reload")
      try Guest.run("udevadm", "trigger", "--settle", "--action=change", "/sys/devices/virtual/mem/null")
      return try Guest.read("/run/udev/data/c1:3").contains(mark) == isThere
    }
  }
}
