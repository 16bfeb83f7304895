internal import Glibc

/// The law by which motors follow a vibration: from where they are and what is meant to what they get, for a while.
///
/// In reach of the goal a level of the palette is enough; where a hand could tell the difference, more is given until
/// they are there, or nothing.
struct Follower: Sendable {
  let model: MotorModel
  private let density: PulseDensity
  /// The shortest push, in milliseconds.
  let tick: Double

  init(_ model: MotorModel) {
    self.model = model
    density = PulseDensity(model)
    tick = max(model.minimumInterval.inMilliseconds, Outline.tick)
  }

  /// What is wanted of the motors.
  struct Goal {
    /// The amplitude meant now, and a tick later.
    var amplitude, next: Double
    var isDull: Bool
    /// The amplitude that is due now, as everything is felt a little later than it is meant.
    func due(_ latency: Double, tick: Double) -> Double { amplitude - (next - amplitude) / tick * latency }
  }

  /// `held` is the drive they get now, of the same voice; 0 if there is none.
  func push(_ motors: Ensemble, to goal: Goal, held: Double) -> Push {
    if model.isOnOff { return density.push(motors, at: goal.amplitude, isOn: held > 0) }
    let amplitude = motors.amplitude
    let due = goal.due(model.latency, tick: tick)
    if amplitude * Self.tolerance < due, !goal.isDull { return kick(motors, to: goal.next) }
    if amplitude > due * Self.tolerance, goal.next <= amplitude { return brake(motors, to: goal.next) }
    return Push(drive: steady(motors, goal, held), milliseconds: Ensemble.longest)
  }

  /// Motors that are further away than a hand can just tell are helped.
  private static let tolerance = Perception.justNoticeableRatio
  /// A level stays while what would be right differs by less than this: less than a hand can tell, and more than half of
  /// a step of the palette, so that it does not flutter between two.
  private static let hysteresis = 1.22

  private func kick(_ motors: Ensemble, to goal: Double) -> Push {
    let length = motors.climb(to: goal)
    if length >= tick { return Push(drive: 1, milliseconds: length) }
    let drive = max(motors.drive(to: goal, within: tick), motors.steadyDrive(at: goal))
    return Push(drive: model.quantised(drive), milliseconds: tick)
  }

  private func brake(_ motors: Ensemble, to goal: Double) -> Push {
    let length = motors.coast(to: goal)
    if length >= tick { return Push(drive: 0, milliseconds: length) }
    return Push(drive: model.quantised(motors.steadyDrive(at: goal)), milliseconds: tick)
  }

  /// The level that leads where the goal goes: as a first-order system, by the goal and its slope.
  private func steady(_ motors: Ensemble, _ goal: Goal, _ held: Double) -> Double {
    let slope = (goal.next - goal.amplitude) / tick
    let constant = (slope > 0 ? motors.risingConstant : motors.fallingConstant) - model.latency
    let wanted = goal.isDull ? goal.next : min(goal.next + slope * constant, 1)
    let drive = motors.steadyDrive(at: wanted)
    if drive < MotorModel.drives[MotorModel.levelCount - 1] / 2 { return 0 }
    if held > 0, max(drive / held, held / drive) < Self.hysteresis { return held }
    return model.quantised(drive)
  }
}
