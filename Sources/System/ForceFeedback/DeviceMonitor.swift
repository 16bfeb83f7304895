internal import CSystemd
package import EventLoop
internal import Glibc
package import HapticSystem

// The monitor starts before the enumeration, so that no device is missed. A device that is seen twice is recognised by
// its path in sysfs, which the kernel never gives to a second device. A node is removed when it hangs up or when udev
// reports it, whichever comes first.
//
// Permission may come late and without a udev event: logind changes the access lists of a seat's devices when its
// session becomes active. The directory reports that, and nodes without permission are tried again.

/// The force-feedback nodes of this machine, as they come and go. Opens those that may be used.
///
/// The corresponding C type is `sd_device_monitor`.
@safe package final class DeviceMonitor {
  package enum Change {
    /// It is new, or its state or its actuator has changed. It may not be open yet, or never be.
    case changed(Node)
    /// The node and its actuator are gone.
    case removed(Node)
  }

  /// Counts the open nodes until the kernel has closed them.
  package let openNodes = OpenNodes()

  private let loop: EventLoop
  private let onChange: (Change) -> Void
  private var monitor: OpaquePointer?
  private var directory: Source?
  private var nodesBySysPath: [String: Node] = [:]

  /// The nodes, in the order of their paths.
  package var nodes: [Node] { nodesBySysPath.values.sorted { $0.description.path < $1.description.path } }

  /// Watches nothing before `start`.
  package init(_ loop: EventLoop, onChange: @escaping (Change) -> Void) {
    self.loop = loop
    self.onChange = onChange
  }

  deinit { unsafe sd_device_monitor_unref(monitor) }

  /// Reports the present nodes, opens those that may be used, and watches for others from then on.
  ///
  /// - Throws: the kernel's error where it has no netlink socket left.
  package func start() throws(Errno) {
    try startMonitor()
    // Without the directory there are no nodes. Without a watch a late permission is noticed with the next udev event.
    directory = try? loop.watchDirectory("/dev/input", for: [.attributes, .created]) { [unowned self] entry, change in
      entryChanged(entry, change)
    }
    enumerate()
  }

  /// Stops every motor and closes every node, without a report.
  package func close() {
    unsafe sd_device_monitor_unref(monitor)
    unsafe monitor = nil
    directory = nil
    for node in nodesBySysPath.values {
      node.actuator?.silence()
      node.close()
    }
    nodesBySysPath = [:]
  }

  // MARK: Listening and looking

  private func startMonitor() throws(Errno) {
    var monitor: OpaquePointer?
    try unsafe check(sd_device_monitor_new(&monitor))
    unsafe self.monitor = monitor
    try unsafe check(sd_device_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil))
    try unsafe check(sd_device_monitor_attach_event(monitor, loop.libraryPointer))
    try unsafe check(sd_device_monitor_start(monitor, deviceEvent, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Considers the present nodes, in the order of their numbers.
  ///
  /// Nearly all nodes have no force feedback, and cost one file to read. libsystemd's enumerator would walk from each
  /// of them to the root of sysfs and resolve the path at every step: nearly half of the system calls of a start.
  private func enumerate() {
    let names = ((try? Folder.entries(of: "/sys/class/input")) ?? []).filter(Self.hasForceFeedback)
    for name in names.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      // The monitor reports a device that udev has not processed yet, with its properties; without udev it never does.
      if let device = SystemDevice(node: "/dev/input/\(name)"), device.isInitialized || !udevRuns { consider(device) }
    }
  }

  /// Whether an entry of /sys/class/input has force feedback, from the kernel.
  private static func hasForceFeedback(_ name: String) -> Bool {
    guard name.hasPrefix("event") else { return false }
    let bits = try? RegularFile.read("/sys/class/input/\(name)/device/capabilities/ff", upTo: 4096)
    // Nearly always the file contains only a 0.
    return bits?.contains { UInt8(ascii: "1")...UInt8(ascii: "f") ~= $0 } == true
  }

  fileprivate func handle(_ device: borrowing SystemDevice) {
    if device.isRemoved {
      if let node = device.sysPath.flatMap({ nodesBySysPath[$0] }) { remove(node) }
    } else {
      consider(device)
    }
  }

  private func entryChanged(_ entry: String?, _ change: DirectoryChange) {
    for node in nodes where entry == nil || node.description.path == "/dev/input/\(entry!)" { node.retry() }
    guard let entry, !change.isDisjoint(with: .created), !udevRuns else { return }
    if let device = SystemDevice(node: "/dev/input/\(entry)") { consider(device) }
  }

  /// Whether udev runs: it creates this socket when it starts.
  private var udevRuns: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

  // MARK: Nodes

  /// Adds a device if it is a node with force feedback that is not known, or whose properties have changed.
  private func consider(_ device: borrowing SystemDevice) {
    guard let description = NodeDescription(device) else { return }
    if let known = nodesBySysPath[description.sysPath] {
      if known.description.properties == description.properties { return known.retry() }
      remove(known)
    }
    add(description)
  }

  private func add(_ description: NodeDescription) {
    let node = Node(description, loop) { [openNodes] () throws(Errno) in
      try EvdevNode(path: description.path, hasTouch: description.hasTouch, openNodes: openNodes)
    }
    nodesBySysPath[description.sysPath] = node
    onChange(.changed(node))
    node.onChange = { [unowned self] in onChange(.changed($0)) }
    node.onGone = { [unowned self] in remove($0) }
    node.open()
  }

  private func remove(_ node: Node) {
    guard nodesBySysPath.removeValue(forKey: node.description.sysPath) != nil else { return }
    node.onChange = nil
    node.onGone = nil
    onChange(.removed(node))
    node.close()
  }
}

private func deviceEvent(
  _ monitor: OpaquePointer?, _ device: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  let owner = unsafe Unmanaged<DeviceMonitor>.fromOpaque(userdata!).takeUnretainedValue()
  if let device = unsafe device { owner.handle(unsafe SystemDevice(device)) }
  return 0
}
