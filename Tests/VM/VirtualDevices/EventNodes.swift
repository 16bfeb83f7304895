/// The nodes under /dev/input of one device.
enum EventNodes {
  /// Waits until the force feedback node of a device exists and udev has processed all nodes of the device.
  ///
  /// - Parameter belongs: whether a path in sysfs, such as `…/input/input7/event3`, belongs to the device.
  static func wait(for name: String, where belongs: @Sendable (String) -> Bool) throws -> [String] {
    var found: [String] = []
    let ready = poll {
      found = all(where: belongs)
      return found.contains(where: hasForceFeedback) && found.allSatisfy(Udev.knows) && Udev.isIdle
    }
    guard ready else {
      throw RigError("\(name): no force feedback node; it has \(found), udev idle: \(Udev.isIdle)")
    }
    return found.sorted { hasForceFeedback($0) && !hasForceFeedback($1) }.map { "/dev/input/\($0)" }
  }

  /// Waits until udev has removed its records of these nodes, so that a device with the same number counts as new.
  static func waitForRemoval(of nodes: [String]) {
    _ = poll { Udev.isIdle && !nodes.contains(where: Udev.knows) }
  }

  private static func all(where belongs: (String) -> Bool) -> [String] {
    Kernel.names(in: "/sys/class/input").filter { name in
      name.hasPrefix("event") && Kernel.destination(of: "/sys/class/input/\(name)").map(belongs) == true
    }
  }

  private static func hasForceFeedback(_ name: String) -> Bool {
    let bits = try? Kernel.read("/sys/class/input/\(name)/device/capabilities/ff")
    return bits.map { $0.contains { $0 != "0" && $0 != " " } } == true
  }
}
