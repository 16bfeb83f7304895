internal import Glibc

/// The relation between amplitude and felt strength. Amplitudes are fractions of full vibration; strengths are on the
/// scale of `Intensity`. Both are 0...1.
struct Perception: Hashable, Sendable {
  /// The amplitude below which a lasting vibration is not felt.
  let threshold: Double
  /// The exponent of Stevens' law: felt strength is the amplitude above the threshold to this power. It depends on the
  /// frequency: 0.6 at 250 Hz, 0.95 at 60 Hz (Stevens 1968).
  let exponent: Double

  /// A mass on a spring, at 150...250 Hz: amplitude, velocity and acceleration are the same fraction. The acceleration
  /// that is just noticed is 30 dB below the full one (Hwang and Choi 2010 use 30 and 40 dB).
  static let spring = Perception(threshold: 0.0316, exponent: 0.65)

  // The amplitude of an eccentric mass is its speed. Its velocity is proportional to the speed, its acceleration to the
  // square of it, and studies disagree about which of both determines the felt strength. These are the power laws
  // nearest to the mean of the speeds that both notions need for a strength.

  /// An eccentric mass of a phone, at 150...200 Hz, with Stevens' exponent: nearer to velocity than to acceleration.
  static let phone = Perception(threshold: 0.16, exponent: 0.66)
  /// An eccentric mass of a phone without levels, which is slower.
  static let switched = Perception(threshold: 0.16, exponent: 0.77)
  /// The masses of a gamepad: the heavy one turns at about 60 Hz, the light one at 160 Hz. Stevens' exponent is 0.83.
  static let pad = Perception(threshold: 0.16, exponent: 1.08)

  /// The ratio of two amplitudes that a user can just distinguish: 2.2...2.5 dB (Israr, Tan and Reed 2006).
  static let justNoticeableRatio = 1.3

  func strength(ofAmplitude amplitude: Double) -> Double {
    amplitude <= threshold ? 0 : pow((min(amplitude, 1) - threshold) / (1 - threshold), exponent)
  }

  /// Returns the threshold for strength 0.
  func amplitude(ofStrength strength: Double) -> Double {
    threshold + (1 - threshold) * pow(strength, 1 / exponent)
  }
}

extension MotorModel {
  var perception: Perception { strong.isSpring ? .spring : isPad && weak != nil ? .pad : isOnOff ? .switched : .phone }

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
