package import HapticProtocol
internal import HapticSystem
internal import MotorDriving
package import MotorRendering

/// Motors for machines without hardware and for tests. They count uploads and writes as a device would.
final class SimulatedActuator: MotorSink {
  private(set) var counters = MotorCounters()
  var onWritten: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  var onFailure: ((DeviceError) -> Void)?

  /// The number of slots of a memless device.
  fileprivate static let slots: UInt16 = 16
  private var resident: [LeasedLevel] = []

  var isReady: Bool { true }

  func prepare(_ levels: [LeasedLevel], keepUntil: Instant) {
    for level in levels where resident.count < Self.slots / 2 || keepUntil > .now { makeResident(level) }
  }

  func drive(_ level: LeasedLevel, planned: Instant) -> DriveOutcome {
    if !level.level.isOff { makeResident(level) }
    counters.writes += 1
    return .written(.now)
  }

  private func makeResident(_ level: LeasedLevel) {
    guard !resident.contains(level) else { return }
    if resident.count == Self.slots / 2 { resident.removeFirst() }
    resident.append(level)
    counters.uploads += 1
  }
}

extension Device {
  package init(simulated name: String, _ id: DeviceID, model: MotorModel) {
    let kind = DeviceRecord.Kind(model.kind)
    self.init(id, SimulatedActuator(), model: model) {
      DeviceRecord(
        id: id, state: .ready, driver: .simulated, effect: .rumble, kind: kind, slots: SimulatedActuator.slots,
        slotShare: SimulatedActuator.slots / 2, name: name, path: "")
    }
  }
}
