internal import HapticPatterns

/// A drive, 0...1, that the motors of a stroke get for a while.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}

/// Strokes to pushes, for one actuator.
struct PushPlanner {
  let model: MotorModel

  /// The shortest pulse that does something, in milliseconds.
  private var shortest: Double { max(model.shortestPulse, model.minimumInterval).inMilliseconds }

  /// What makes a tap of amplitude `goal`.
  ///
  /// A fast motor is driven as long as the tap is meant to last, at the level that brings it to its goal by then. A
  /// slow one gets full drive until it is there: a light tap is a short full pulse, not a long weak one. Where that
  /// takes longer than the tap is meant to last, a sharp one gives up half of the difference. Where it takes less than
  /// the shortest felt pulse, it becomes that pulse, weaker if there are levels.
  func tap(_ motors: Ensemble, to goal: Double, sharpness: Double) -> [Push] {
    let meant = Event.transientDuration(Sharpness(sharpness)).inMilliseconds
    let needed = motors.climb(to: goal)
    let pushed = max(model.isFast ? meant : needed - max(needed - meant, 0) * sharpness / 2, shortest)
    if model.isOnOff || (!model.isFast && needed >= shortest) { return [Push(drive: 1, milliseconds: pushed)] }
    // Not below what keeps the goal: motors still in motion would otherwise hardly be pushed at all.
    let drive = max(motors.drive(to: goal, within: pushed), motors.steadyDrive(at: goal))
    return [Push(drive: model.quantised(drive), milliseconds: pushed)]
  }

  /// What brings the motors to amplitude `goal` and keeps them there for `milliseconds`.
  ///
  /// A kick at full drive brings slow motors up quickly, except for what is dull: that is meant to swell.
  func hold(_ motors: Ensemble, at goal: Double, for milliseconds: Double, sharpness: Double) -> [Push] {
    let length = max(milliseconds, shortest)
    let density = PulseDensity(model: model)
    if model.isOnOff { return density.pushes(motors, at: goal, for: length, shortest: shortest) }
    let level = model.quantised(motors.steadyDrive(at: goal))
    let kick = sharpness < Self.dull ? 0 : motors.climb(to: goal)
    if level == 1 || kick < density.shortestPhase { return [Push(drive: level, milliseconds: length)] }
    if kick > length - density.shortestPhase { return [Push(drive: 1, milliseconds: min(kick, length))] }
    return [Push(drive: 1, milliseconds: kick), Push(drive: level, milliseconds: length - kick)]
  }

  private static let dull = 0.25
}
