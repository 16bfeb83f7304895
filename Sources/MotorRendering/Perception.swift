internal import Glibc

/// How a vibration becomes a sensation. Amplitudes are fractions of full vibration, strengths are what `Intensity`
/// means; both 0...1.
struct Perception: Hashable, Sendable {
  /// Sensation grows with this power of the amplitude above the threshold (Stevens' law). It depends on the frequency: .6
  /// at 250 Hz, .95 at 60 Hz (Stevens 1968).
  let exponent: Double

  /// Phones vibrate at 130...250 Hz; Android scales its effects with the same .65.
  static let phone = Perception(exponent: 0.65)
  /// The heavy motor of a pad turns at about 60 Hz, the light one at 160.
  static let pad = Perception(exponent: 0.85)

  /// Below this amplitude nothing is felt. A full-strength phone motor makes about 1 g, and a hand that holds
  /// something stops to notice a few hundredths of that.
  static let threshold = 0.05

  /// Two amplitudes with this ratio are just told apart (2.2...2.5 dB; Israr, Tan and Reed 2006).
  static let justNoticeableRatio = 1.3

  func strength(ofAmplitude amplitude: Double) -> Double {
    amplitude <= Self.threshold ? 0 : pow((min(amplitude, 1) - Self.threshold) / (1 - Self.threshold), exponent)
  }

  /// The threshold for no strength.
  func amplitude(ofStrength strength: Double) -> Double {
    Self.threshold + (1 - Self.threshold) * pow(strength, 1 / exponent)
  }
}

extension MotorModel {
  var perception: Perception { isPad ? .pad : .phone }

  /// How much of the strong motor's vibration the weak one makes at full drive. In pads it is lighter: the kernel counts
  /// it half (ff-core.c, where it makes one magnitude of both), which we take for power. Elsewhere two are alike.
  var weakGain: Double { isPad ? 0.7 : 1 }

  private var isPad: Bool {
    switch kind {
    case .gamepad, .joystick, .wheel: true
    case .vibrator, .touchpad: false
    }
  }
}
