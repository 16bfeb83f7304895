internal import HapticPatterns

/// A drive, 0...1, that one motor gets for a while.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}

extension Motor {
  /// A motor that needs longer than this for its 90 % cannot follow a tap and is overdriven instead; 20 ms is where
  /// Android's guidelines see the end of a crisp click.
  static let fastRise = Duration.milliseconds(20)

  var isFast: Bool { rise <= Self.fastRise }
}

/// The limits of the commands for one stroke.
struct PushLimits {
  let model: MotorModel

  /// The shortest pulse that does something, in milliseconds.
  var shortest: Double { max(model.shortestPulse, model.minimumInterval).inMilliseconds }

  /// The shortest phase within a stroke that is worth a command of its own.
  var shortestPhase: Double { max(model.minimumInterval.inMilliseconds, 8) }

  /// What makes a tap on `motor`, which vibrates with amplitude `start` already.
  ///
  /// A fast motor is driven as long as the tap is meant to last, at the level that brings it to its goal by then. A
  /// slow one gets full drive until it is there: a light tap is a short full pulse, not a long weak one. Where that
  /// takes longer than the tap is meant to last, a sharp one gives up half of the difference.
  func tap(_ motor: Motor, to goal: Double, from start: Double, sharpness: Double) -> [Push] {
    guard goal > 0 else { return [] }
    let meant = Event.transientDuration(Sharpness(sharpness)).inMilliseconds
    let needed = motor.climb(from: start, to: goal)
    var length = motor.isFast ? meant : needed - max(needed - meant, 0) * sharpness / 2
    if model.isOnOff || (!motor.isFast && length > shortest * 0.7) {
      return [Push(drive: 1, milliseconds: max(length, shortest))]
    }
    length = max(length, shortest)
    let drive = motor.drive(from: start, to: goal, in: length)
    return [Push(drive: model.quantised(max(drive, goal)), milliseconds: length)]
  }

  /// What brings `motor` to its goal and keeps it there for `milliseconds`.
  func hold(_ motor: Motor, at goal: Double, from start: Double, for milliseconds: Double) -> [Push] {
    guard goal > 0 else { return [] }
    if model.isOnOff { return density(motor, at: goal, from: start, for: milliseconds) }
    let level = model.quantised(goal)
    let kick = motor.climb(from: start, to: goal)
    if level == 1 || kick < shortestPhase { return [Push(drive: level, milliseconds: milliseconds)] }
    if kick > milliseconds - shortestPhase { return [Push(drive: 1, milliseconds: min(kick, milliseconds))] }
    return [Push(drive: 1, milliseconds: kick), Push(drive: level, milliseconds: milliseconds - kick)]
  }

  /// On and off in turns, so that the amplitude of a motor without levels stays around its goal.
  private func density(_ motor: Motor, at goal: Double, from start: Double, for milliseconds: Double) -> [Push] {
    let (low, high) = (goal * 0.8, goal * 1.2)
    if high >= 0.97 { return [Push(drive: 1, milliseconds: milliseconds)] }
    var pushes: [Push] = []
    var (amplitude, elapsed, isOn) = (start, 0.0, true)
    while elapsed < milliseconds {
      let wanted = isOn ? motor.climb(from: amplitude, to: high) : motor.coast(from: amplitude, to: low)
      let least = pushes.isEmpty ? shortest : shortestPhase
      var length = max(wanted, least)
      if milliseconds - elapsed - length < shortestPhase { length = max(milliseconds - elapsed, least) }
      amplitude = motor.amplitude(from: amplitude, drive: isOn ? 1 : 0, after: length)
      pushes.append(Push(drive: isOn ? 1 : 0, milliseconds: length))
      elapsed += length
      isOn.toggle()
    }
    return pushes
  }
}
