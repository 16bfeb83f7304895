import HapticProtocol
import HapticServer
import HapticSystem
import MotorModel

/// An actuator that writes down what it is told.
final class RecordingActuator: Actuator {
  struct Write: Equatable {
    var level: Level
    var lease: Lease
    var at: Instant
  }

  let id: DeviceID
  var model: MotorModel
  var isReady = true
  var kind: DeviceRecord.Kind
  /// What `drive` answers from now on, instead of having written.
  var refusal: Errno?
  /// How many levels it refused.
  private(set) var refused = 0
  var queues = false
  /// All of them are ours.
  var slots: UInt16 = 16
  var lastTouch: Instant?
  var onQueuedWrite: ((Drive.LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  var onQueuedFailure: ((Errno) -> Void)?
  private(set) var writes: [Write] = []
  private(set) var prepared: [Drive.LeasedLevel] = []
  private let clock: ManualScheduler

  init(_ id: UInt32, preset: String = "lra", kind: DeviceRecord.Kind = .vibrator, clock: ManualScheduler) {
    self.id = DeviceID(rawValue: id)!
    self.model = MotorModel.presets[preset]!
    self.kind = kind
    self.clock = clock
  }

  var counters: ActuatorCounters { ActuatorCounters(uploads: UInt64(prepared.count), writes: UInt64(writes.count)) }

  var record: DeviceRecord {
    DeviceRecord(
      id: id, state: .ready, driver: .simulated, effect: .rumble, kind: kind, slots: slots, slotShare: slots,
      motor: DeviceRecord.Motor(model), name: "recorder \(id.rawValue)", path: "")
  }

  func prepare(_ levels: [Drive.LeasedLevel], keepUntil: Instant) { prepared += levels }

  func drive(_ level: Level, _ lease: Lease, planned: Instant) -> DriveOutcome {
    if let refusal {
      refused += 1
      return .failed(refusal)
    }
    writes.append(Write(level: level, lease: lease, at: clock.now))
    return queues ? .queued : .written(clock.now)
  }

  /// What the motors were told last.
  var level: Level { writes.last?.level ?? .off }
  var isOff: Bool { level == .off }
  /// The levels written since the device was taken in (which silences it once).
  var levels: [Level] { writes.dropFirst().map(\.level) }

  /// Whether at every moment a write or the lease of the last one had the motor off by `instant`.
  func isOff(byLeaseAt instant: Instant) -> Bool {
    guard let last = writes.last else { return true }
    return last.level == .off || last.at + last.lease.duration <= instant
  }
}
