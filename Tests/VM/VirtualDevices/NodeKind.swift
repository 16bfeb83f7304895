internal import Glibc

/// The kind of the nodes that the driver of a device creates.
enum NodeKind: Sendable {
  /// Event nodes, one of them with force feedback.
  case input
  /// The node of an industrial I/O device, such as `/dev/iio:device0`.
  case industrial

  /// Waits until the nodes exist and udev has processed them.
  ///
  /// - Parameter belongs: whether a path in sysfs belongs to the device.
  func wait(for name: String, where belongs: @Sendable (String) -> Bool) throws -> [String] {
    switch self {
    case .input: try EventNodes.wait(for: name, where: belongs)
    case .industrial: try IndustrialNodes.wait(for: name, where: belongs)
    }
  }

  func waitForRemoval(of nodes: [String]) {
    switch self {
    case .input: EventNodes.waitForRemoval(of: nodes)
    case .industrial: IndustrialNodes.waitForRemoval(of: nodes)
    }
  }
}

/// The nodes of industrial I/O devices.
enum IndustrialNodes {
  private static let folder = "/sys/bus/iio/devices"

  static func wait(for name: String, where belongs: (String) -> Bool) throws -> [String] {
    var found: [String] = []
    let ready = poll {
      found = Kernel.names(in: folder).filter { node in
        node.hasPrefix("iio:device") && Kernel.destination(of: "\(folder)/\(node)").map(belongs) == true
      }.map { "/dev/\($0)" }
      return !found.isEmpty && found.allSatisfy { access($0, F_OK) == 0 } && Udev.isIdle
    }
    guard ready else { throw RigError("\(name): no industrial I/O device") }
    return found
  }

  static func waitForRemoval(of nodes: [String]) {
    _ = poll { Udev.isIdle && nodes.allSatisfy { access($0, F_OK) != 0 } }
  }
}
