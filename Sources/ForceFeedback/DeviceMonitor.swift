internal import CSystemd
public import EventLoop
internal import Glibc
public import HapticSystem

// Which nodes there are, from the first to the last.
//
// Listening starts before looking, so that nothing falls between; what is seen twice is recognised by its place in
// sysfs, which the kernel never gives to a second device. A node goes when it hangs up or when udev says so, whichever
// comes first.
//
// Access may come late and without a udev event: logind changes the access lists of a seat's devices when its session
// becomes active. That shows in the directory, so nodes without permission are tried again when it does.

/// The force-feedback nodes of this machine, opened where they are ours, as they come and go.
///
/// The corresponding C type is `sd_device_monitor`.
@safe public final class DeviceMonitor {
  /// What happened to a node.
  public enum Change {
    /// It is there. It may not be open yet, or never be.
    case added(Node)
    /// Its state or its actuator is another.
    case changed(Node)
    /// It is gone, and its actuator with it.
    case removed(Node)
  }

  /// Counts the nodes that are open, until the kernel has closed them.
  public let openNodes = OpenNodes()

  private let loop: EventLoop
  private let onChange: (Change) -> Void
  private var monitor: OpaquePointer?
  private var directory: Source?
  private var nodesBySysPath: [String: Node] = [:]

  /// The nodes, in the order of their paths.
  public var nodes: [Node] { nodesBySysPath.values.sorted { $0.description.path < $1.description.path } }

  /// Nothing is watched before `start`.
  public init(_ loop: EventLoop, onChange: @escaping (Change) -> Void) {
    self.loop = loop
    self.onChange = onChange
  }

  deinit { unsafe sd_device_monitor_unref(monitor) }

  /// Reports the nodes that are there, opens those that are ours, and watches for others from then on.
  ///
  /// - Throws: what the kernel says where it has no netlink socket for us.
  public func start() throws(Errno) {
    try startMonitor()
    // Without the directory there are no nodes; without a watch late permissions wait for a udev event.
    directory = try? loop.watchDirectory("/dev/input", for: [.attributes, .created]) { [unowned self] entry, change in
      entryChanged(entry, change)
    }
    enumerate()
  }

  /// Stops every motor and lets go of every node, without reporting it.
  public func close() {
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

  /// Looks at the nodes that are there, in the order of their numbers.
  ///
  /// Of what has no force feedback, as nearly every node, one file is read. libsystemd's enumerator would climb from each
  /// of them to the root of sysfs and look up the whole way at every step: nearly half of the system calls of a start.
  private func enumerate() {
    let names = ((try? Folder.entries(of: "/sys/class/input")) ?? []).filter(Self.hasForceFeedback)
    for name in names.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      // A device that udev has not seen yet comes by the monitor later, with its properties; without udev it never does.
      if let device = SystemDevice(node: "/dev/input/\(name)"), device.isInitialized || !udevRuns { consider(device) }
    }
  }

  /// Whether the kernel says so of an entry of /sys/class/input.
  private static func hasForceFeedback(_ name: String) -> Bool {
    guard name.hasPrefix("event") else { return false }
    let bits = try? RegularFile.read("/sys/class/input/\(name)/device/capabilities/ff", upTo: 4096)
    // Nearly always there is but a 0.
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

  /// udev makes this socket when it starts.
  private var udevRuns: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

  // MARK: Nodes

  /// Takes in a device, if it is a node with force feedback that is not known, or is known otherwise.
  private func consider(_ device: borrowing SystemDevice) {
    guard let description = NodeDescription(device) else { return }
    if let known = nodesBySysPath[description.sysPath] {
      if known.description.properties == description.properties { return known.retry() }
      remove(known)
    }
    add(description)
  }

  private func add(_ description: NodeDescription) {
    let node = Node(description, loop, opener(for: description))
    nodesBySysPath[description.sysPath] = node
    onChange(.added(node))
    node.onChange = { [unowned self] in onChange(.changed($0)) }
    node.onGone = { [unowned self] in remove($0) }
    node.open()
  }

  private func opener(for description: NodeDescription) -> EvdevNodeOpener {
    EvdevNodeOpener(path: description.path, hasTouch: description.hasTouch, openNodes: openNodes)
  }

  private func remove(_ node: Node) {
    guard nodesBySysPath.removeValue(forKey: node.description.sysPath) != nil else { return }
    node.onChange = nil
    node.onGone = nil
    onChange(.removed(node))
    node.close()
  }
}

/// libsystemd returns a negative errno.
@discardableResult
private func check(_ result: Int32) throws(Errno) -> Int32 {
  if result < 0 { throw Errno(rawValue: -result) }
  return result
}

private func deviceEvent(
  _ monitor: OpaquePointer?, _ device: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  let owner = unsafe Unmanaged<DeviceMonitor>.fromOpaque(userdata!).takeUnretainedValue()
  if let device = unsafe device { owner.handle(unsafe SystemDevice(device)) }
  return 0
}
