/// A motor without levels, held in between by switching it on and off in turns.
///
///     high ··/\··/\··/\··   the amplitude climbs under full drive
///     low  ·/  \/  \/  \·   and sinks without
///
struct PulseDensity: Sendable {
  private let shortestPhase: Double
  private let rest: Double

  init(_ model: MotorModel) {
    shortestPhase = model.shortestPhase
    rest = 1 - model.ensemble(.strong).amplitude(drive: 1, after: model.shortestPhase)
  }

  /// How far the amplitude swings to either side of its goal, at best: four fifths to six fifths is a little more than
  /// a hand can tell.
  private static let swing = 0.2
  /// What reaches this far simply runs.
  private static let full = 0.97

  /// The weakest amplitude that is one vibration: below it the shortest phases make pulses that are felt apart.
  ///
  /// With x the highest amplitude: one shortest phase leads from x/2 up to x.
  var weakest: Double { (1 - rest) / (1 - rest / 2) / (1 + Self.swing) }

  /// What keeps motors that are on or off around `goal`, for at least one phase.
  func push(_ motors: Ensemble, at goal: Double, isOn: Bool) -> Push {
    let (low, high) = (goal * (1 - Self.swing), goal * (1 + Self.swing))
    if high >= Self.full { return Push(drive: 1, milliseconds: Ensemble.longest) }
    let untilSwitch = isOn ? motors.climb(to: high) : motors.coast(to: low)
    // A state that is nearly over is over: it would last for a whole phase again.
    let turnsOn = isOn == (untilSwitch > shortestPhase / 2)
    let wanted = turnsOn ? motors.climb(to: high) : motors.coast(to: low)
    return Push(drive: turnsOn ? 1 : 0, milliseconds: max(wanted, shortestPhase))
  }
}
