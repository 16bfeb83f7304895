internal import Haptics
internal import MotorRendering
internal import VirtualDevices

/// The planned levels of a device's motors, by the same model as the daemon's: udev's properties and the defaults of
/// the device's kind.
struct PlannedMotion {
  private let model: MotorModel
  private let tolerance: UInt16

  init(_ device: any VirtualDevice, _ record: DeviceRecord, tolerance: UInt16) throws {
    var model = MotorModel(
      properties: try Udev.properties(of: device.node).filter { $0.key.hasPrefix("HAPTIC_") },
      default: MotorModel.Kind(rawValue: "\(record.kind)") ?? .vibrator
    ) { _ in }
    model.playsWaves = record.effect == .periodic
    self.model = model
    // Gamepads have 8 bits for a motor, waves 15.
    self.tolerance = max(tolerance, 0xff)
  }

  /// The time by which a scheduled start of a pattern is sent earlier.
  func lead(of pattern: Pattern) -> Duration { model.drive(for: pattern).lead }

  func stepCount(of pattern: Pattern) -> Int { model.drive(for: pattern).steps.count }

  /// The level of a long vibration between its start and its end.
  func steadyLevel(intensity: Double, sharpness: Double) -> Level {
    let event = Event(
      .continuous(duration: .seconds(10)), intensity: Intensity(intensity), sharpness: Sharpness(sharpness))
    let drive = model.drive(for: [event])
    let longest = drive.steps.indices.dropLast().max { drive.length(ofStep: $0) < drive.length(ofStep: $1) }
    return longest.map { drive.steps[$0].level } ?? .off
  }

  /// The levels of a feedback at full intensity, in order.
  func levels(of feedback: Feedback) -> [Level] { model.drive(for: feedback.pattern).steps.map(\.level) }

  func strongest(of feedback: Feedback) -> Level {
    levels(of: feedback).max { max($0.strong, $0.weak) < max($1.strong, $1.weak) } ?? .off
  }

  /// The number of effects of the vocabulary.
  var effectCount: Int {
    Set(Vocabulary.everything.flatMap { model.drive(for: $0.pattern).palette }).count
  }

  /// Whether the motors had the levels of a feedback in this order, possibly with others in between.
  func isContained(_ feedback: Feedback, in log: [DeviceLog.Entry]) -> Bool {
    var rest = levels(of: feedback)[...]
    for change in log.motorChanges {
      if let next = rest.first, isNear(change.state, next) { rest = rest.dropFirst() }
    }
    return rest.isEmpty
  }

  /// Whether the motors had this level at any time.
  func reached(_ level: Level, in log: [DeviceLog.Entry]) -> Bool {
    log.motorChanges.contains { isNear($0.state, level) }
  }

  /// Whether the motors have this level now.
  func isAt(_ level: Level, _ log: [DeviceLog.Entry]) -> Bool { isNear(log.motors, level) }

  private func isNear(_ state: MotorState, _ level: Level) -> Bool {
    isNear(state.strong, level.strong) && isNear(state.weak, level.weak)
  }

  private func isNear(_ value: UInt16, _ wanted: UInt16) -> Bool {
    // Off must match exactly.
    if wanted == 0 { return value == 0 }
    return value != 0 && abs(Int(value) - Int(wanted)) <= Int(tolerance)
  }
}
