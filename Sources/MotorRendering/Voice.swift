internal import Glibc

/// Which motors speak. A single motor always has the strong part.
///
/// Dull things belong to the strong, low-frequency motor of a pair, sharp ones to the weak, high-frequency one, what
/// is in between to both. Three voices and not a finer blend: a motor that would carry less than a third of the power
/// changes the sum by less than a hand can tell, yet it would cost a slot of the device for each share.
enum Voice: CaseIterable {
  case strong, both, weak

  var hasStrong: Bool { self != .weak }
  var hasWeak: Bool { self != .strong }
}

extension MotorModel {
  /// Who makes something of this sharpness, 0...1; the strong motor helps with an amplitude that the weak one has not.
  func voice(sharpness: Double, amplitude: Double) -> Voice {
    if motorCount == 1 || sharpness < 1 / 3 { return .strong }
    return sharpness <= 2 / 3 || amplitude > weakGain * Perception.justNoticeableRatio ? .both : .weak
  }

  /// The motors from the amplitudes they have, those of `voice` to be driven.
  func ensemble(_ voice: Voice, from start: (strong: Double, weak: Double) = (0, 0)) -> Ensemble {
    Ensemble(
      strong: Ensemble.Member(motor: strong, start: start.strong, isDriven: voice.hasStrong),
      weak: weak.map { Ensemble.Member(motor: $0, start: start.weak, isDriven: voice.hasWeak) }, weakGain: weakGain,
      perception: perception)
  }

  /// The level at which the motors of `voice` get `drive`, 0...1, and the other gets nothing.
  func level(_ voice: Voice, drive: Double) -> Level {
    level(strong: voice.hasStrong ? drive : 0, weak: voice.hasWeak ? drive : 0)
  }

  /// Neither motor needs longer for its 90 % than the 20 ms in which Android's guidelines see the end of a crisp
  /// click: it follows a tap. Slower ones cannot, and are overdriven instead.
  var isFast: Bool { max(strong.rise, weak?.rise ?? .zero) <= .milliseconds(20) }

  /// How late, in milliseconds, what is drawn at its time is felt: when full drive has brought the strong motor half of the
  /// way up.
  var latency: Double { strong.risingConstant * log(2) }

  /// Who makes a tap. What follows too closely for the heavy motor is left to the light one.
  func voice(of tap: Tap) -> Voice {
    let voice = voice(sharpness: tap.sharpness, amplitude: 0)
    return motorCount == 2 && isDense(tap, voice) ? .weak : voice
  }

  /// Whether a tap is closer to one of its neighbours than strokes of some strength are told apart: as the motors need to
  /// come half of the way up, and down again.
  func isDense(_ tap: Tap, _ voice: Voice) -> Bool {
    let motor = voice == .weak ? weak ?? strong : strong
    let stride = motor.risingConstant * log(2) + motor.coast(from: 0.5, to: 0.25)
    return min(tap.before, tap.after) < stride
  }

  /// The shortest time in one state, in milliseconds, that is worth a command of its own: what is switched faster costs
  /// more wakeups than a hand notices.
  var shortestPhase: Double { max(minimumInterval.inMilliseconds, 8) }

  /// The shortest stroke that does something, in milliseconds.
  var shortestStroke: Double { max(shortestPulse, minimumInterval).inMilliseconds }
}
