internal import Glibc

/// The relation between amplitude and felt strength. Amplitudes are fractions of full vibration; strengths are on the
/// scale of `Intensity`. Both are 0...1.
struct Perception: Hashable, Sendable {
  /// The amplitude below which a lasting vibration is not felt.
  let threshold: Double
  /// The exponent of Stevens' law: felt strength is the amplitude above the threshold to this power. It depends on the
  /// frequency: 0.6 at 250 Hz, 0.95 at 60 Hz (Stevens 1968).
  let exponent: Double

  /// The just noticeable ratio of strengths.
  static let noticeable = pow(Constants.justNoticeableRatio, Constants.springExponent)
  /// The amplitude between two pulses, as a fraction of the weaker one, up to which they are felt as two: two just
  /// noticeable differences of 2.5 dB (Israr, Tan, Reed 2006).
  private static let valley = 0.562
  /// The same of strengths.
  var depth: Double { pow(Self.valley, exponent) }

  /// A mass on a spring: amplitude, velocity and acceleration are the same fraction.
  static let spring = Perception(threshold: Constants.springThreshold, exponent: Constants.springExponent)

  // The amplitude of an eccentric mass is its speed. Its velocity is proportional to the speed, its acceleration to the
  // square of it, and studies disagree about which of both determines the felt strength. These are the power laws
  // nearest to the mean of the speeds that both notions need for a strength.

  /// An eccentric mass of a phone, with Stevens' exponent: nearer to velocity than to acceleration.
  static let phone = Perception(threshold: Constants.eccentricThreshold, exponent: Constants.springExponent)
  /// An eccentric mass of a phone without levels, which is slower.
  static let switched = Perception(threshold: Constants.eccentricThreshold, exponent: Constants.switchedExponent)
  /// The masses of a gamepad. Stevens' exponent is 0.83.
  static let pad = Perception(threshold: Constants.eccentricThreshold, exponent: Constants.padExponent)

  func strength(ofAmplitude amplitude: Double) -> Double {
    amplitude <= threshold ? 0 : pow((min(amplitude, 1) - threshold) / (1 - threshold), exponent)
  }

  /// Returns the threshold for strength 0.
  func amplitude(ofStrength strength: Double) -> Double {
    threshold + (1 - threshold) * pow(strength, 1 / exponent)
  }

  /// Returns the amplitude to which motors must fall next to an event of amplitude `weaker`, so that it is felt apart.
  func rest(beside weaker: Double) -> Double {
    amplitude(ofStrength: Constants.gap * strength(ofAmplitude: weaker))
  }
}

extension MotorModel {
  var perception: Perception {
    strong.isSpring ? .spring : kind.isPad && weak != nil ? .pad : isOnOff ? .switched : .phone
  }

  /// The amplitude of the weak motor at full drive, relative to the strong motor. That of a gamepad is lighter; elsewhere
  /// both motors are equal.
  var weakGain: Double { kind.isPad ? Constants.weakGain : 1 }
}
