public import HapticProtocol
public import HapticSystem
public import MotorRendering

/// An actuator that simulates its motors by the motor model, for machines without hardware and for tests. It counts
/// uploads and writes as a device would.
public final class SimulatedActuator: Actuator {
  public let id: DeviceID
  /// The model of the simulation. Another one puts the motors at rest.
  public var model: MotorModel { didSet { simulation = MotorSimulation(model) } }
  public private(set) var counters = ActuatorCounters()
  public var onQueuedWrite: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  public var onQueuedFailure: ((DeviceError) -> Void)?

  /// The number of slots of a memless device.
  private static let slots = 16
  private let name: String
  private let clock: () -> Instant
  private let origin: Instant
  private var simulation: MotorSimulation
  private var resident: [LeasedLevel] = []

  public init(_ id: DeviceID, name: String, model: MotorModel, clock: @escaping () -> Instant = { .now }) {
    self.id = id
    self.name = name
    self.model = model
    self.clock = clock
    origin = clock()
    simulation = MotorSimulation(model)
  }

  public var isReady: Bool { true }

  public var record: DeviceRecord {
    DeviceRecord(
      id: id, state: .ready, driver: .simulated, effect: .rumble, kind: DeviceRecord.Kind(model.kind),
      slots: UInt16(Self.slots), slotShare: UInt16(Self.slots / 2), motor: DeviceRecord.MotorProperties(model),
      name: "simulated \(name)", path: "")
  }

  /// The felt strength at a moment, 0...1.
  public func felt(at instant: Instant) -> Double { simulation.strength(at: instant - origin) }

  public func prepare(_ levels: [LeasedLevel], keepUntil: Instant) {
    for level in levels where resident.count < Self.slots / 2 || keepUntil > clock() { makeResident(level) }
  }

  public func drive(_ level: Level, _ lease: Lease, planned: Instant) -> DriveOutcome {
    if level != .off { makeResident(LeasedLevel(level, lease)) }
    let now = clock()
    simulation.set(level, at: now - origin)
    counters.writes += 1
    return .written(now)
  }

  private func makeResident(_ level: LeasedLevel) {
    guard !resident.contains(level) else { return }
    if resident.count == Self.slots / 2 { resident.removeFirst() }
    resident.append(level)
    counters.uploads += 1
  }
}
