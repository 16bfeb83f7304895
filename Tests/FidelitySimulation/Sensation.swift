internal import Glibc

/// The quantity of a vibration that determines how strong it feels. Studies disagree, so that a renderer is judged by
/// both.
package enum Notion: String, CaseIterable, Sendable {
  /// At well-felt levels, vibrations of 16...400 Hz with equal velocities feel equally strong (Griffin, Industrial
  /// Health 50, 2012, a review of equal-sensation contours for hand-transmitted vibration).
  case velocity
  /// Makers of motors state the acceleration of a mass of 100 g, and the threshold of the Pacinian channel is nearly
  /// constant in acceleration from 60 to 250 Hz (Verrillo 1963: -12 dB per octave of displacement).
  case acceleration
}

/// The conversion of a vibration of the hand to a sensation, 0...1: the power law with a threshold, (v - v₀)ⁿ.
///
/// - v is the velocity or the acceleration of the vibration as a fraction of the full one; see `Notion`.
/// - v₀: the full vibration of a hand-held device is 30 to 40 dB above the threshold in studies of vibrations through a
///   mobile device (Hwang, Choi 2010).
/// - n depends on frequency: 0.95 at 60 Hz, 0.6 at 250 Hz (Stevens, Perception & Psychophysics 3, 1968); here linear in
///   the logarithm of the frequency between them.
package struct Sensation: Sendable {
  package let threshold: Double
  package let exponent: Double

  /// Creates a sensation.
  ///
  /// - Parameters:
  ///   - hertz: the frequency of the full vibration.
  ///   - threshold: the velocity that is just noticed, as a fraction of the full one.
  package init(hertz: Double, threshold: Double) {
    let part = min(max(log(hertz / Self.low.hertz) / log(Self.high.hertz / Self.low.hertz), 0), 1)
    self.init(
      exponent: Self.low.exponent + (Self.high.exponent - Self.low.exponent) * part, threshold: threshold)
  }

  init(exponent: Double, threshold: Double) {
    self.exponent = exponent
    self.threshold = threshold
  }

  private static let low = (hertz: 60.0, exponent: 0.95)
  private static let high = (hertz: 250.0, exponent: 0.6)

  /// The acceleration of a long vibration that is just noticed, as a fraction of the full one: 30 dB.
  package static let noticedAcceleration = 0.0316

  /// Returns the strength; vibrations above the full vibration of the reference motor count as 1.
  package func strength(velocity: Double) -> Double {
    velocity <= threshold ? 0 : min(pow((velocity - threshold) / (1 - threshold), exponent), 1)
  }

  /// Returns the velocity that feels as strong as `strength`; 0 for strength 0.
  package func velocity(strength: Double) -> Double {
    strength <= 0 ? 0 : threshold + (1 - threshold) * pow(strength, 1 / exponent)
  }
}
