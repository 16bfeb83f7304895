internal import Glibc

/// Holds a motor without levels at an intermediate amplitude by switching it on and off.
///
///     high ··/\··/\··/\··   the amplitude climbs under full drive
///     low  ·/  \/  \/  \·   and sinks without
///
struct PulseDensity: Sendable {
  private let shortestPhase: Double
  private let rest: Double
  /// The length of a push that is felt from rest, in milliseconds.
  private let felt: Double

  init(_ model: MotorModel) {
    shortestPhase = model.shortestPhase
    felt = model.feltStroke(.strong)
    rest = 1 - model.group(.strong, from: (.ulpOfOne, 0)).amplitude(drive: 1, after: model.shortestPhase)
    weakest = Self.weakest(model, rest: rest)
  }

  /// The weakest amplitude that is felt as one vibration. Below it, the shortest phases produce pulses that are felt as
  /// separate.
  ///
  /// One shortest phase leads from the lowest amplitude up to the highest one, and another one down again.
  let weakest: Double

  private static func weakest(_ model: MotorModel, rest: Double) -> Double {
    let perception = model.perception
    var (low, high) = (perception.threshold, 1.0)
    while low < 1 {
      high = 1 - rest * (1 - low)
      let falling = model.group(.strong, from: (high, 0)).amplitude(drive: 0, after: model.shortestPhase)
      let valley = perception.strength(ofAmplitude: min(low, falling))
      if valley > Constants.densityDepth * perception.strength(ofAmplitude: high) { break }
      low += 0.01
    }
    return (low + high) / 2
  }

  /// Whether a motor at this amplitude is never switched off.
  static func staysOn(at goal: Double) -> Bool { goal * (1 + Constants.densitySwing) >= Constants.densityFull }

  /// Returns the next push that keeps motors, which are on or off now, around `goal`; lasts at least one phase.
  func push(_ motors: MotorGroup, at goal: Double, isOn: Bool) -> Push {
    if Self.staysOn(at: goal) { return Push(drive: 1, milliseconds: MotorGroup.longest) }
    let (low, high) = (goal * (1 - Constants.densitySwing), goal * (1 + Constants.densitySwing))
    let untilSwitch = isOn ? motors.climb(to: high) : motors.coast(to: low)
    // Switch early near the end of a phase: otherwise the state would last for another whole phase.
    let turnsOn = isOn == (untilSwitch > shortestPhase / 2)
    let wanted = turnsOn ? motors.climb(to: high) : motors.coast(to: low)
    let isStart = turnsOn && motors.amplitude <= motors.perception.threshold
    return Push(drive: turnsOn ? 1 : 0, milliseconds: max(wanted, isStart ? felt : shortestPhase))
  }
}

/// The range of amplitudes that an actuator can make felt.
///
/// Amplitudes are fractions of the full vibration of one motor. Two motors together could produce more, but then sharp
/// events, which use one motor, would be weaker than dull ones of the same intensity.
struct AmplitudeRange: Sendable {
  let weakestHold: Double
  private let perception: Perception
  private let model: MotorModel
  /// The weakest amplitude of the shortest vibration.
  private let loudestFloor: Double

  init(_ model: MotorModel) {
    perception = model.perception
    self.model = model
    loudestFloor = model.amplitude(ofAcceleration: Detection.weakest(milliseconds: 0))
    // Three just noticeable differences above the threshold, so that the whole vibration is felt.
    let clear = Perception.spring.threshold * pow(Constants.justNoticeableRatio, 3)
    weakestHold =
      model.isOnOff
      ? PulseDensity(model).weakest
      : perception.amplitude(ofStrength: Perception.spring.strength(ofAmplitude: clear))
  }

  /// Returns the amplitude of a vibration with the felt strength `strength`, 0...1; 0 for strength 0.
  func hold(_ strength: Double) -> Double {
    strength > 0 ? max(perception.amplitude(ofStrength: strength), weakestHold) : 0
  }

  /// Returns the amplitude of a vibration of limited length; at least the weakest that is felt on any unit.
  ///
  /// - Parameter milliseconds: the length; only what is below `Detection.summation` matters.
  func hold(_ strength: Double, lasting milliseconds: @autoclosure () -> Double) -> Double {
    let amplitude = hold(strength)
    guard amplitude > 0, !model.isOnOff, amplitude < loudestFloor else { return amplitude }
    return max(amplitude, model.amplitude(ofAcceleration: Detection.weakest(milliseconds: milliseconds())))
  }
}
