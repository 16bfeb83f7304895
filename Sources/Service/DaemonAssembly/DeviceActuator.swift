internal import ForceFeedback
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

/// An `Actuator` for a force feedback node.
final class DeviceActuator: Actuator {
  let id: DeviceID
  var model: MotorModel
  var onQueuedWrite: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  var onQueuedFailure: ((DeviceError) -> Void)?

  private let node: Node
  private let device: EvdevActuator

  init(_ id: DeviceID, _ node: Node, _ device: EvdevActuator, model: MotorModel) {
    self.id = id
    self.node = node
    self.device = device
    self.model = model
    // Not weak references: each retain of an object that has one takes a longer way.
    device.onWritten = { [unowned self] level, planned, written in onQueuedWrite?(level, planned, written) }
    device.onFailure = { [unowned self] in onQueuedFailure?($0) }
  }

  /// The device can outlive this object, if the server refuses or removes the actuator.
  deinit {
    device.onWritten = nil
    device.onFailure = nil
  }

  /// Whether this actuator uses `device`; a node that was opened again has another.
  func drives(_ device: EvdevActuator?) -> Bool { self.device === device }

  var isReady: Bool { node.state == .ready }
  /// The time of the last touch of the device; see `EvdevActuator.lastTouch`.
  var lastTouch: Instant? { device.lastTouch }
  var record: DeviceRecord { DeviceRecord(node, id: id, device, model) }

  var counters: ActuatorCounters {
    ActuatorCounters(uploads: device.counters.uploads, writes: device.counters.writes)
  }

  func prepare(_ levels: [LeasedLevel], keepUntil: Instant) {
    device.prepare(levels, keepUntil: keepUntil)
  }

  func drive(_ level: Level, _ lease: Lease, planned: Instant) -> DriveOutcome {
    device.drive(level, lease, planned: planned)
  }

  func silence(planned: Instant) -> DriveOutcome { device.silence(planned: planned) }
}
