internal import Glibc

/// Holds a motor without levels at an intermediate amplitude by switching it on and off.
///
///     high ··/\··/\··/\··   the amplitude climbs under full drive
///     low  ·/  \/  \/  \·   and sinks without
///
struct PulseDensity: Sendable {
  /// The amplitude from which the motor stays on.
  private static let full = pow(Constants.justNoticeableRatio, -Constants.unnoticed)

  private let shortestPhase: Double
  /// The length of a push that is felt from rest, in milliseconds.
  private let felt: Double

  /// The weakest amplitude that is felt as one vibration. Below it, the shortest phases produce pulses that are felt as
  /// separate.
  let weakest: Double

  init(_ model: MotorModel) {
    shortestPhase = model.shortestPhase
    felt = model.feltStroke(.strong)
    let rest = 1 - model.group(.strong, from: (.ulpOfOne, 0)).amplitude(drive: 1, after: model.shortestPhase)
    let perception = model.perception
    var (low, high) = (perception.threshold, 1.0)
    // One shortest phase leads from the lowest amplitude up to the highest one, and another one down again.
    while low < 1 {
      high = 1 - rest * (1 - low)
      let falling = model.group(.strong, from: (high, 0)).amplitude(drive: 0, after: model.shortestPhase)
      let valley = perception.strength(ofAmplitude: min(low, falling))
      if valley > Constants.densityDepth * perception.strength(ofAmplitude: high) { break }
      low += 0.01
    }
    weakest = (low + high) / 2
  }

  /// Returns the next push that keeps motors, which are on or off now, around `goal`; lasts at least one phase.
  func push(_ motors: MotorGroup, at goal: Double, isOn: Bool) -> Push {
    let (low, high) = (goal * (1 - Constants.densitySwing), goal * (1 + Constants.densitySwing))
    if high >= Self.full { return Push(drive: 1, milliseconds: MotorGroup.longest) }
    let untilSwitch = isOn ? motors.climb(to: high) : motors.coast(to: low)
    // Switch early near the end of a phase: otherwise the state would last for another whole phase.
    let turnsOn = isOn == (untilSwitch > shortestPhase / 2)
    let wanted = turnsOn ? motors.climb(to: high) : motors.coast(to: low)
    let isStart = turnsOn && !motors.isFelt
    return Push(drive: turnsOn ? 1 : 0, milliseconds: max(wanted, isStart ? felt : shortestPhase))
  }
}
