package import HapticProtocol
package import HapticServer
package import HapticSystem
package import MotorDriving
package import MotorRendering

/// Motors that record their commands.
package final class RecordingActuator: MotorSink {
  package struct Write: Equatable {
    package var level: Level
    package var lease: Lease
    package var at: Instant
  }

  package let id: DeviceID
  package var name: String
  /// The model with which the server gets the device.
  package var model: MotorModel
  package var isReady = true
  package var kind: DeviceRecord.Kind
  /// The error with which `drive` fails from now on; nil for success.
  package var refusal: DeviceError?
  /// The number of refused levels.
  package private(set) var refused = 0
  /// Whether levels are queued, as for the thread of a node.
  package var queues = false
  /// Whether `silence` writes the stop itself although levels are queued, as a node does whose thread is late.
  package var silencesAtOnce = false
  /// The time that each write takes.
  package var writeTime = Duration.zero
  /// The number of slots; the server may use all of them.
  package var slots: UInt16 = 16
  package var lastTouch: Instant?
  package var onWritten: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  package var onFailure: ((DeviceError) -> Void)?
  package private(set) var writes: [Write] = []
  package private(set) var prepared: [LeasedLevel] = []
  /// The levels that `drive` queued and that are neither written nor refused yet.
  package private(set) var pending: [(level: LeasedLevel, planned: Instant)] = []
  private let clock: ManualScheduler

  package init(_ id: UInt32, preset: String = "lra", kind: DeviceRecord.Kind = .vibrator, clock: ManualScheduler) {
    self.id = DeviceID(rawValue: id)!
    name = "recorder \(id)"
    self.model = MotorModel.presets[preset]!
    self.kind = kind
    self.clock = clock
  }

  package var counters: MotorCounters {
    MotorCounters(uploads: UInt64(prepared.count), writes: UInt64(writes.count))
  }

  /// The device for the server.
  package var device: Device {
    Device(id, self, model: model) { [unowned self] in
      DeviceRecord(
        id: id, state: .ready, driver: .simulated, effect: .rumble, kind: kind, slots: slots, slotShare: slots,
        name: name, path: "")
    }
  }

  package func prepare(_ levels: [LeasedLevel], keepUntil: Instant) { prepared += levels }

  package func drive(_ level: LeasedLevel, planned: Instant) -> DriveOutcome {
    if let refusal {
      refused += 1
      return .failed(refusal)
    }
    writes.append(Write(level: level.level, lease: level.lease, at: clock.now))
    clock.stall(for: writeTime)
    guard queues else { return .written(clock.now) }
    pending.append((level, planned))
    return .queued
  }

  package func silence(planned: Instant) -> DriveOutcome {
    pending = []
    guard queues, silencesAtOnce else { return drive(LeasedLevel(.off, .short), planned: planned) }
    queues = false
    defer { queues = true }
    return drive(LeasedLevel(.off, .short), planned: planned)
  }

  /// Writes the queued levels, in order.
  package func writeQueued() {
    while !pending.isEmpty {
      let (level, planned) = pending.removeFirst()
      onWritten?(level, planned, clock.now)
    }
  }

  /// Refuses the queued levels.
  package func refuseQueued(_ error: DeviceError) {
    guard !pending.isEmpty else { return }
    pending = []
    onFailure?(error)
  }

  /// The last written level.
  package var level: Level { writes.last?.level ?? .off }
  package var isOff: Bool { level == .off }
  /// The levels written since the device was added, without the first one, which silences it.
  package var levels: [Level] { writes.dropFirst().map(\.level) }

  /// Whether the motor is off by `instant`, by a write or by the lease of the last level.
  package func isOff(byLeaseAt instant: Instant) -> Bool {
    guard let last = writes.last else { return true }
    return last.level == .off || last.at + last.lease.duration <= instant
  }
}
