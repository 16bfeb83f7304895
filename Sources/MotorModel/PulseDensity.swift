/// A motor without levels, held in between by switching it on and off in turns.
///
///     high ··/\··/\··/\··   the amplitude climbs under full drive
///     low  ·/  \/  \/  \·   and sinks without
///
struct PulseDensity {
  let model: MotorModel

  /// How far the amplitude swings to either side of its goal, at best: four fifths to six fifths is a little more than
  /// a hand can tell.
  private static let swing = 0.2

  /// The weakest amplitude that is one vibration: below it the shortest phases make pulses that are felt apart.
  ///
  /// With x the highest amplitude: one shortest phase leads from x/2 up to x.
  var weakest: Double {
    let rest = 1 - model.ensemble(.strong).amplitude(drive: 1, after: model.shortestPhase)
    return (1 - rest) / (1 - rest / 2) / (1 + Self.swing)
  }

  /// What keeps `motors` around `goal` for `milliseconds`, starting with a pulse that is felt.
  func pushes(_ motors: Ensemble, at goal: Double, for milliseconds: Double, shortest: Double) -> [Push] {
    let (low, high) = (goal * (1 - Self.swing), goal * (1 + Self.swing))
    if high >= 0.97 { return [Push(drive: 1, milliseconds: milliseconds)] }
    var pushes: [Push] = []
    var motors = motors
    var remaining = milliseconds
    while remaining > 0 {
      let isOn = pushes.count.isMultiple(of: 2)
      let wanted = isOn ? motors.climb(to: high) : motors.coast(to: low)
      var length = max(wanted, pushes.isEmpty ? shortest : model.shortestPhase)
      if remaining - length < model.shortestPhase { length = max(remaining, pushes.isEmpty ? shortest : remaining) }
      pushes.append(Push(drive: isOn ? 1 : 0, milliseconds: length))
      motors = motors.after(pushes[pushes.count - 1])
      remaining -= length
    }
    return pushes
  }
}

extension MotorModel {
  /// The shortest time in one state, in milliseconds, that is worth a command of its own: what is switched faster costs
  /// more wakeups than a hand notices.
  var shortestPhase: Double { max(minimumInterval.inMilliseconds, 8) }
}
