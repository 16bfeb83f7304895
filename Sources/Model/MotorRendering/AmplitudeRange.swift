internal import Glibc
public import HapticPatterns

/// The range of amplitudes that an actuator can make felt.
///
/// Amplitudes are fractions of the full vibration of one motor. Two motors together could produce more, but then sharp
/// events, which use one motor, would be weaker than dull ones of the same intensity.
struct AmplitudeRange: Sendable {
  let weakestHold: Double
  private let model: MotorModel
  /// The weakest amplitude of the shortest vibration.
  private let loudestFloor: Double

  init(_ model: MotorModel) {
    self.model = model
    loudestFloor = model.amplitude(ofAcceleration: Detection.weakest(milliseconds: 0))
    // Just noticeable differences above the threshold, so that the whole vibration is felt: two as of a pulse, and one more of an
    // eccentric mass, which rises slowly.
    let differences = model.strong.isSpring ? 2.0 : 3
    let clear = Perception.spring.threshold * pow(Constants.justNoticeableRatio, differences)
    weakestHold =
      model.isOnOff
      ? PulseDensity(model).weakest
      : model.perception.amplitude(ofStrength: Perception.spring.strength(ofAmplitude: clear))
  }

  /// Returns the amplitude of a vibration with the felt strength `strength`, 0...1; 0 for strength 0.
  func hold(_ strength: Double) -> Double {
    strength > 0 ? max(model.perception.amplitude(ofStrength: strength), weakestHold) : 0
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

/// The weakest strengths that an actuator makes felt. A rendition raises weaker events to about them.
public struct WeakestFelt: Sendable {
  let tap: Double
  let vibration: Double

  public init(on model: MotorModel) {
    tap = min(TapController(model).least / Tap.feltShare, 1)
    vibration = model.perception.strength(ofAmplitude: AmplitudeRange(model).weakestHold)
  }

  /// Returns the strength, 0...1, that an event of this kind has on the actuator if `strength` is intended; 0 for 0.
  public func raised(_ strength: Double, of kind: Event.Kind) -> Double {
    guard strength > 0 else { return 0 }
    return max(strength, kind == .transient ? tap : vibration)
  }
}
