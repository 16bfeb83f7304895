internal import Glibc
internal import HapticSystem

/// An input node with force feedback, as described by sysfs and the database of udev.
struct LocalNode: Equatable {
  /// The path, such as `/dev/input/event5`.
  let path: String
  let name: String
  /// The kernel driver of the device; nil for uinput devices, which have no driver.
  let driver: String?
  /// Bit n is the kernel's code 0x40 + n.
  let capabilities: UInt64
  let canWrite: Bool
  /// The properties that udev's rules set, such as `HAPTIC_CLASS`.
  let properties: [String: String]
  let isTaggedForSeat: Bool
}

extension Machine {
  /// All nodes with force feedback, in the order of their event numbers.
  var nodes: [LocalNode] { inputNodes.compactMap(node) }

  private func node(_ event: String) -> LocalNode? {
    let folder = "/sys/class/input/" + event
    let capabilities = abilities(of: event)
    guard capabilities != 0 else { return nil }
    let record = (text(folder + "/dev").flatMap { text("/run/udev/data/c" + $0) } ?? "").split(separator: "\n")
    var properties: [String: String] = [:]
    for line in record where line.hasPrefix("E:") {
      let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
    }
    return LocalNode(
      path: "/dev/input/" + event, name: name(of: event),
      driver: (try? SymbolicLink.target(of: root + folder + "/device/device/driver")).map(Folder.name),
      capabilities: capabilities,
      canWrite: unsafe access(root + "/dev/input/" + event, W_OK) == 0, properties: properties,
      isTaggedForSeat: record.contains("Q:uaccess"))
  }
}
