import EventLoop
import HapticSystem
import TestSupport

@testable import ForceFeedback

/// An event that a test waits for did not come within the limit.
struct NeverHappened: Error {}

extension EventLoop {
  /// Dispatches until `condition` holds.
  func run(until condition: () -> Bool) throws {
    let limit = Instant.now + TestWait.limit
    while !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try runOnce(timeout: .milliseconds(10))
    }
  }
}

extension NodeDescription {
  /// A node as the monitor would describe it, in the given class.
  static func fake(
    _ driverClass: DriverClass, _ properties: [String: String] = [:], ignored: String? = nil
  ) -> NodeDescription {
    NodeDescription(
      path: "/dev/input/event7", sysPath: "/sys/devices/platform/vibrator/input/input7/event7",
      identity: NodeIdentity(name: "fake", bus: 3, vendor: 1, product: 2, version: 3, abilities: .memless),
      kind: .vibrator, driverClass: driverClass, properties: properties, reasonToIgnore: ignored)
  }
}

/// A node on a fake kernel, with all that happened to it.
final class Bench {
  let loop: EventLoop
  let kernel: FakeKernel
  let node: Node
  private(set) var states: [Node.State] = []
  private(set) var written: [(level: Level, planned: Instant, at: Instant)] = []
  private(set) var failures: [DeviceError] = []
  private(set) var isGone = false

  init(
    _ description: NodeDescription, _ kernel: FakeKernel = FakeKernel(), loop: EventLoop? = nil,
    opener: NodeOpener? = nil
  ) throws {
    self.loop = try loop ?? EventLoop()
    self.kernel = kernel
    node = Node(description, self.loop, opener ?? FakeOpener(kernel: kernel).open)
    node.onChange = { [unowned self] node in
      states.append(node.state)
      node.actuator?.onWritten = { [unowned self] in written.append(($0.level, $1, $2)) }
      node.actuator?.onFailure = { [unowned self] in failures.append($0) }
    }
    node.onGone = { [unowned self] _ in isGone = true }
  }

  deinit { node.close() }

  /// Drives the node and notes a level that is written at once like one that is reported.
  @discardableResult
  func drive(_ level: Level, _ lease: Lease = .short, planned: Instant = .now) -> DriveOutcome {
    note(node.actuator!.drive(LeasedLevel(level, lease), planned: planned), level, planned)
  }

  @discardableResult
  func silence(planned: Instant = .now) -> DriveOutcome {
    note(node.actuator!.silence(planned: planned), .off, planned)
  }

  private func note(
    _ outcome: DriveOutcome, _ level: Level, _ planned: Instant
  ) -> DriveOutcome {
    if case .written(let instant) = outcome { written.append((level, planned, instant)) }
    return outcome
  }

  /// Opens the node and waits until it is ready; what that took is forgotten.
  func openNode() throws -> EvdevActuator {
    node.open()
    try loop.run { node.state == .ready }
    _ = kernel.takeCalls()
    return node.actuator!
  }

  /// The node's thread is held in a call.
  func waitUntilHanging() throws {
    try loop.run { kernel.isHolding }
  }
}

func level(_ strength: UInt16) -> Level { Level(strong: strength, weak: strength) }
