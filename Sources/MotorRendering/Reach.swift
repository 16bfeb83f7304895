/// How weak and how strong an actuator can be felt.
///
/// All amplitudes are fractions of the full vibration of one motor. Two motors together could do more, but then sharp
/// things, which belong to one, would be weaker than blunt ones of the same intensity.
struct Reach: Sendable {
  private let weakestHold: Double

  private let perception: Perception

  init(_ model: MotorModel) {
    perception = model.perception
    weakestHold = model.isOnOff ? PulseDensity(model).weakest : perception.amplitude(ofStrength: Self.weakest)
  }

  /// The amplitude of a vibration that is to be felt with `strength`, 0...1; 0 for nothing.
  func hold(_ strength: Double) -> Double {
    strength > 0 ? max(perception.amplitude(ofStrength: strength), weakestHold) : 0
  }

  /// The weakest vibration worth making: somewhat more than is noticed, so that it is felt for a while and not only
  /// touched.
  private static let weakest = 1.25 * FeltEnvelope.noticed
}
