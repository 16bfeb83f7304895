/// The range of amplitudes that an actuator can make felt.
///
/// Amplitudes are fractions of the full vibration of one motor. Two motors together could produce more, but then sharp
/// events, which use one motor, would be weaker than dull ones of the same intensity.
struct AmplitudeRange: Sendable {
  private let weakestHold: Double

  private let perception: Perception

  init(_ model: MotorModel) {
    perception = model.perception
    weakestHold = model.isOnOff ? PulseDensity(model).weakest : perception.amplitude(ofStrength: Self.weakest)
  }

  /// Returns the amplitude of a vibration with the felt strength `strength`, 0...1; 0 for strength 0.
  func hold(_ strength: Double) -> Double {
    strength > 0 ? max(perception.amplitude(ofStrength: strength), weakestHold) : 0
  }

  /// The weakest strength of a vibration: somewhat above the noticed strength, so that the whole duration is felt.
  private static let weakest = 1.25 * FeltEnvelope.noticed
}
