internal import EventLoop
internal import ForceFeedback
internal import HapticSystem
internal import Testing
internal import VirtualDevices

/// The device layer of the daemon in this process, with one virtual device.
final class DeviceBench {
  let device: any VirtualDevice
  private let loop: EventLoop
  private var monitor: DeviceMonitor?
  private var nodes: [String: Node] = [:]

  /// Plugs a device in before the layer starts, as at the start of the daemon.
  ///
  /// - Parameters:
  ///   - user: the id of the user whose file access the layer has at first.
  ///   - prepare: called with the device before the layer starts.
  init(_ shape: any DeviceShape, user: UInt32 = 0, prepare: (any VirtualDevice) throws -> Void = { _ in }) throws {
    device = try Guest.plug(shape)
    try prepare(device)
    loop = try EventLoop()
    monitor = DeviceMonitor(loop) { [unowned self] change in
      switch change {
      case .changed(let node): nodes[node.description.path] = node
      case .removed(let node): nodes[node.description.path] = nil
      }
    }
    try withAccess(ofUser: user) { try monitor?.start() }
  }

  deinit { monitor?.close() }

  /// The state of the device's node; nil if it is not plugged in.
  var state: Node.State? { state(of: device) }

  func state(of device: any VirtualDevice) -> Node.State? { device.nodes.first.flatMap { nodes[$0]?.state } }

  /// The number of force feedback nodes that the layer knows.
  var nodeCount: Int { nodes.count }

  /// Waits until the device is ready and returns its actuator.
  func actuator(of other: (any VirtualDevice)? = nil) throws -> EvdevActuator {
    let device = other ?? self.device
    try run("\(device.name) ready") { state(of: device) == .ready }
    return try #require(nodes[try device.node]?.actuator)
  }

  /// Runs the event loop until `condition` is true.
  ///
  /// - Throws: `RigError` if that takes longer than `waitLimit`.
  func run(_ what: String, until condition: () -> Bool) throws {
    let limit = Instant.now + waitLimit
    while !condition() {
      guard Instant.now < limit else {
        throw RigError("no \(what); the node is \(state.map { "\($0)" } ?? "gone"), the motors \(device.log.motors)")
      }
      _ = try loop.runOnce(timeout: .milliseconds(10))
    }
  }

  /// Runs the event loop until nothing has happened for 200 ms.
  func settle() throws { while try loop.runOnce(timeout: .milliseconds(200)) {} }

  /// Whether an event occurs in the loop within a time.
  func isWoken(within time: Duration) throws -> Bool { try loop.runOnce(timeout: time) }

  /// Drives to a level and waits until the motors follow.
  func feel(_ strong: UInt16, _ weak: UInt16, tolerance: UInt16 = 0) throws {
    let actuator = try actuator()
    _ = actuator.drive(LeasedLevel(Level(strong: strong, weak: weak), .long), planned: .now)
    let wanted = MotorState(strong: strong, weak: weak)
    try run("\(wanted)") { device.log.motors.isNear(wanted, within: tolerance) }
  }

  /// Waits until the motors are off.
  func waitUntilOff() throws { try run("end of all that plays") { device.log.motors == .off } }

  /// Drives to a level and waits until it is written.
  func write(_ level: Level, _ actuator: EvdevActuator) throws {
    let planned = Instant.now
    var isWritten = false
    actuator.onWritten = { _, asked, _ in if asked == planned { isWritten = true } }
    switch actuator.drive(LeasedLevel(level, .long), planned: planned) {
    case .written: return
    case .queued: try run("answer of the node's thread") { isWritten }
    case .failed(let error): throw error
    }
  }
}

extension MotorState {
  /// Whether both motors are equal within the precision of the device.
  func isNear(_ other: MotorState, within tolerance: UInt16) -> Bool {
    func distance(_ one: UInt16, _ two: UInt16) -> UInt16 { max(one, two) - min(one, two) }
    return distance(strong, other.strong) <= tolerance && distance(weak, other.weak) <= tolerance
  }
}
