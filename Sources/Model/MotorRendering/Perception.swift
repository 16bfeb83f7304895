internal import Glibc

/// The relation between amplitude and felt strength. Amplitudes are fractions of full vibration; strengths are on the
/// scale of `Intensity`. Both are 0...1.
struct Perception: Hashable, Sendable {
  /// The exponent of Stevens' law: felt strength is the amplitude above the threshold to this power. It depends on the
  /// frequency: 0.6 at 250 Hz, 0.95 at 60 Hz (Stevens 1968).
  let exponent: Double

  /// Phones vibrate at 130...250 Hz. Android scales its effects with the same exponent.
  static let phone = Perception(exponent: 0.65)
  /// The heavy motor of a gamepad turns at about 60 Hz, the light one at 160 Hz.
  static let pad = Perception(exponent: 0.85)

  /// The amplitude below which nothing is felt. A phone motor at full drive produces about 1 g, and a user who holds
  /// something stops to notice a few hundredths of that.
  static let threshold = 0.05

  /// The ratio of two amplitudes that a user can just distinguish: 2.2...2.5 dB (Israr, Tan and Reed 2006).
  static let justNoticeableRatio = 1.3

  func strength(ofAmplitude amplitude: Double) -> Double {
    amplitude <= Self.threshold ? 0 : pow((min(amplitude, 1) - Self.threshold) / (1 - Self.threshold), exponent)
  }

  /// Returns the threshold for strength 0.
  func amplitude(ofStrength strength: Double) -> Double {
    Self.threshold + (1 - Self.threshold) * pow(strength, 1 / exponent)
  }
}

extension MotorModel {
  var perception: Perception { isPad ? .pad : .phone }

  /// The amplitude of the weak motor at full drive, relative to the strong motor.
  ///
  /// The weak motor of a gamepad is lighter. The kernel counts its magnitude half when it combines both into one
  /// (ff-core.c); this is taken as power, so that the amplitude is 0.7. Elsewhere both motors are equal.
  var weakGain: Double { isPad ? 0.7 : 1 }

  private var isPad: Bool {
    switch kind {
    case .gamepad, .joystick, .wheel: true
    case .vibrator, .touchpad: false
    }
  }
}
