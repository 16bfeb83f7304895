internal import EventLoop
internal import ForceFeedback
internal import HapticSystem
internal import Testing
internal import VirtualDevices

/// The daemon's device layer in this process, and one virtual device before it.
final class DeviceBench {
  let device: any VirtualDevice
  private let loop: EventLoop
  private var monitor: DeviceMonitor?
  private var nodes: [String: Node] = [:]

  /// Plugs a device in and lets the layer find it, as it does when the daemon starts.
  ///
  /// - Parameters:
  ///   - user: whose access to files the layer has at first.
  ///   - prepare: what is done to the node before.
  init(_ shape: any DeviceShape, user: UInt32 = 0, prepare: (any VirtualDevice) throws -> Void = { _ in }) throws {
    device = try Guest.plug(shape)
    try prepare(device)
    loop = try EventLoop()
    monitor = DeviceMonitor(loop) { [unowned self] change in
      switch change {
      case .added(let node), .changed(let node): nodes[node.description.path] = node
      case .removed(let node): nodes[node.description.path] = nil
      }
    }
    try withAccess(ofUser: user) { try monitor?.start() }
  }

  deinit { monitor?.close() }

  /// What became of the device's node; nil where it is not plugged.
  var state: Node.State? { state(of: device) }

  func state(of device: any VirtualDevice) -> Node.State? { device.nodes.first.flatMap { nodes[$0]?.state } }

  /// How many nodes with force feedback the layer knows.
  var nodeCount: Int { nodes.count }

  /// Waits until the device can be driven.
  func actuator(of other: (any VirtualDevice)? = nil) throws -> EvdevActuator {
    let device = other ?? self.device
    try run("\(device.name) ready") { state(of: device) == .ready }
    return try #require(nodes[try device.node]?.actuator)
  }

  /// Runs the loop until `condition` holds.
  ///
  /// - Throws: `RigError` where that takes longer than 20 seconds.
  func run(_ what: String, until condition: () -> Bool) throws {
    let limit = Instant.now + .seconds(20)
    while !condition() {
      guard Instant.now < limit else {
        throw RigError("no \(what); the node is \(state.map { "\($0)" } ?? "gone"), the motors \(device.log.motors)")
      }
      _ = try loop.runOnce(timeout: .milliseconds(10))
    }
  }

  /// Dispatches until nothing has happened for a fifth of a second.
  func settle() throws { while try loop.runOnce(timeout: .milliseconds(200)) {} }

  /// Whether anything happens in the loop within a time.
  func isWoken(within time: Duration) throws -> Bool { try loop.runOnce(timeout: time) }

  /// Drives to a level and waits until the motors follow.
  func feel(_ strong: UInt16, _ weak: UInt16, tolerance: UInt16 = 0) throws {
    let actuator = try actuator()
    _ = actuator.drive(Magnitudes(strong: strong, weak: weak), .long, planned: .now)
    let wanted = MotorState(strong: strong, weak: weak)
    try run("\(wanted)") { device.log.motors.isNear(wanted, within: tolerance) }
  }

  /// Waits until the motors are off.
  func waitUntilOff() throws { try run("end of all that plays") { device.log.motors == .off } }

  /// Drives to a level and waits until it is written.
  func write(_ magnitudes: Magnitudes, _ actuator: EvdevActuator) throws {
    let planned = Instant.now
    var isWritten = false
    actuator.onWritten = { _, asked, _ in if asked == planned { isWritten = true } }
    switch actuator.drive(magnitudes, .long, planned: planned) {
    case .written: return
    case .queued: try run("answer of the node's thread") { isWritten }
    case .failed(let error): throw error
    }
  }
}

extension MotorState {
  /// Whether both motors are as close as a device can be read.
  func isNear(_ other: MotorState, within tolerance: UInt16) -> Bool {
    func distance(_ one: UInt16, _ two: UInt16) -> UInt16 { max(one, two) - min(one, two) }
    return distance(strong, other.strong) <= tolerance && distance(weak, other.weak) <= tolerance
  }
}
