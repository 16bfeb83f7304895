internal import Glibc

/// How a vibration becomes a sensation. Amplitudes are fractions of full vibration, strengths are what `Intensity`
/// means; both 0...1.
enum Perception {
  /// Sensation grows with this power of the amplitude (Stevens' law). Measured between 0.5 and 1, lowest where phone
  /// motors vibrate (Stevens 1968; Verrillo 1970); Android scales its effects with the same 0.65.
  static let exponent = 0.65

  /// Below this amplitude nothing is felt. A full-strength phone motor makes about 1 g, and a hand that holds
  /// something stops to notice a few hundredths of that.
  static let threshold = 0.05

  /// Two amplitudes with this ratio are just told apart (2.2...2.5 dB; Israr, Tan and Reed 2006).
  static let justNoticeableRatio = 1.3

  static func strength(ofAmplitude amplitude: Double) -> Double {
    amplitude < threshold ? 0 : pow(min(amplitude, 1), exponent)
  }

  static func amplitude(ofStrength strength: Double) -> Double {
    pow(strength, 1 / exponent)
  }
}
