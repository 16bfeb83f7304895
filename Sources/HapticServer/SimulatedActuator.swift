public import HapticProtocol
public import HapticSystem
public import MotorModel

/// An actuator made of the motor model, for machines without hardware and for tests: it counts what a device would,
/// and its motors move as the model says.
public final class SimulatedActuator: Actuator {
  public let identifier: UInt32
  public let model: MotorModel
  public private(set) var counters = ActuatorCounters()
  public var onQueuedWrite: ((Level, _ planned: Instant, _ written: Instant) -> Void)?

  /// As many as a device with memory-less force feedback has.
  private static let slots = 16
  private let name: String
  private let clock: () -> Instant
  private let origin: Instant
  private var simulation: MotorSimulation
  private var resident: [LeasedLevel] = []

  public init(identifier: UInt32, name: String, model: MotorModel, clock: @escaping () -> Instant = { .now }) {
    self.identifier = identifier
    self.name = name
    self.model = model
    self.clock = clock
    origin = clock()
    simulation = MotorSimulation(model)
  }

  public var isReady: Bool { true }

  public var record: DeviceRecord {
    var record = DeviceRecord(identifier: identifier, name: "simulated \(name)", model: model)
    record.driver = .simulated
    record.effect = .rumble
    record.slots = UInt16(Self.slots)
    record.slotsOurs = UInt16(resident.count)
    return record
  }

  /// How strongly the hand feels it now, 0...1.
  public func felt(at instant: Instant) -> Double { simulation.strength(at: instant - origin) }

  public func prepare(_ levels: [LeasedLevel], keepUntil: Instant) {
    for level in levels { makeResident(level) }
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
