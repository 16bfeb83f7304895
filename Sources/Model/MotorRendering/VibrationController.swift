internal import Glibc

/// The control law by which motors follow a vibration: computes the next push from the state of the motors and the
/// intended amplitude.
///
/// Within a tolerance of the goal, the motors get a level of the palette. If the difference is noticeable, they get
/// more drive, or none, until they reach the goal.
struct VibrationController: Sendable {
  let amplitudes: AmplitudeRange
  private let model: MotorModel
  private let density: PulseDensity
  /// The shortest push, in milliseconds.
  let tick: Double
  /// The ratio of drives up to which the present level is kept. A rise and a fall that use the same level differ by less
  /// than a just noticeable difference.
  private let hysteresis: Double

  init(_ model: MotorModel) {
    self.model = model
    density = PulseDensity(model)
    amplitudes = AmplitudeRange(model)
    // A rounding error must not change the level.
    hysteresis = model.levelRatio.squareRoot() * 1.001
    tick = max(model.minimumInterval.inMilliseconds, VibrationReader.tick)
  }

  /// The intended vibration.
  struct Goal {
    /// The intended amplitude now, and one tick later.
    var amplitude, next: Double
    var isDull: Bool
  }

  /// Returns the next push.
  ///
  /// - Parameter held: the drive that the same selection gets now; 0 if none.
  func push(_ motors: MotorGroup, to goal: Goal, held: Double) -> Push {
    if model.isOnOff { return density.push(motors, at: goal.amplitude, isOn: held > 0) }
    let amplitude = motors.amplitude
    let slope = (goal.next - goal.amplitude) / tick
    // Vibrations are felt later than commanded.
    let due = goal.amplitude - slope * model.latency
    if amplitude * Self.tolerance < due, !goal.isDull { return kick(motors, to: goal.next) }
    if amplitude > due * Self.tolerance, goal.next <= amplitude { return brake(motors, to: goal.next) }
    return Push(drive: steady(motors, goal, slope: slope, held), milliseconds: MotorGroup.longest)
  }

  /// The ratio between actual and intended amplitude beyond which motors are kicked or braked.
  static let tolerance = Constants.justNoticeableRatio
  private func kick(_ motors: MotorGroup, to goal: Double) -> Push {
    let length = motors.climb(to: goal)
    if length >= tick { return Push(drive: 1, milliseconds: length) }
    let drive = max(motors.drive(to: goal, within: tick), motors.steadyDrive(at: goal))
    // A short push has the coarse levels of taps.
    return Push(drive: model.quantised(drive, ratio: Constants.justNoticeableRatio), milliseconds: tick)
  }

  private func brake(_ motors: MotorGroup, to goal: Double) -> Push {
    let length = motors.coast(to: goal)
    if length >= tick { return Push(drive: 0, milliseconds: length) }
    return Push(drive: model.quantised(motors.steadyDrive(at: goal)), milliseconds: tick)
  }

  /// Returns the drive for a moving goal: the goal plus its slope times the time constant, as for a first-order system.
  private func steady(_ motors: MotorGroup, _ goal: Goal, slope: Double, _ held: Double) -> Double {
    let constant = (slope > 0 ? motors.risingConstant : motors.fallingConstant) - model.latency
    let wanted = goal.isDull ? goal.next : min(goal.next + slope * constant, 1)
    let drive = motors.steadyDrive(at: wanted)
    return held > 0 && max(drive / held, held / drive) < hysteresis ? held : model.quantised(drive)
  }
}
