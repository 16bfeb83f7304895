internal import Glibc

/// The motors that render an event. A single motor always has the strong part.
///
/// Dull events use the strong, low-frequency motor of a pair, sharp events the weak, high-frequency one, others both.
/// There are three selections and no finer blend: a motor that carries less than a third of the power changes the sum
/// by less than the just noticeable difference, yet each share would use a slot of the device.
enum MotorSelection: CaseIterable {
  case strong, both, weak

  var hasStrong: Bool { self != .weak }
  var hasWeak: Bool { self != .strong }
}

extension MotorModel {
  /// Returns the selection for a sharpness, 0...1. The strong motor is added for an amplitude that the weak one cannot
  /// reach.
  func selection(sharpness: Double, amplitude: Double) -> MotorSelection {
    if motorCount == 1 || sharpness < 1 / 3 { return .strong }
    return sharpness <= 2 / 3 || amplitude > weakGain * Perception.justNoticeableRatio ? .both : .weak
  }

  /// Returns the motors with the given amplitudes, with the motors of `selection` driven.
  func group(_ selection: MotorSelection, from start: (strong: Double, weak: Double) = (0, 0)) -> MotorGroup {
    MotorGroup(
      strong: MotorGroup.Member(motor: strong, start: start.strong, isDriven: selection.hasStrong),
      weak: weak.map { MotorGroup.Member(motor: $0, start: start.weak, isDriven: selection.hasWeak) },
      weakGain: weakGain,
      perception: perception)
  }

  /// Returns the level at which the motors of `selection` get `drive`, 0...1, and the others get 0.
  func level(_ selection: MotorSelection, drive: Double) -> Level {
    level(strong: selection.hasStrong ? drive : 0, weak: selection.hasWeak ? drive : 0)
  }

  /// Whether both motors reach 90 % within 20 ms, the limit of a crisp click in Android's guidelines, and can follow a
  /// tap. Slower motors are overdriven instead.
  var isFast: Bool { max(strong.rise, weak?.rise ?? .zero) <= .milliseconds(20) }

  /// The delay of felt vibrations, in milliseconds: the time in which full drive brings the strong motor half of the
  /// way up.
  var latency: Double { strong.risingConstant * log(2) }

  /// Returns the selection of a tap. Taps that are too close for the heavy motor use the light one.
  func selection(of tap: Tap) -> MotorSelection {
    let selection = selection(sharpness: tap.sharpness, amplitude: 0)
    return motorCount == 2 && isDense(tap, selection) ? .weak : selection
  }

  /// Whether an adjacent tap is too close for both to be felt apart: the motors need time to rise half of the way, and
  /// to fall again.
  func isDense(_ tap: Tap, _ selection: MotorSelection) -> Bool {
    let motor = selection == .weak ? weak ?? strong : strong
    let stride = motor.risingConstant * log(2) + motor.coast(from: 0.5, to: 0.25)
    return min(tap.before, tap.after) < stride
  }

  /// The shortest time in one state that gets its own command, in milliseconds. Faster switching costs wakeups without
  /// a noticeable difference.
  var shortestPhase: Double { max(minimumInterval.inMilliseconds, 8) }

  /// The shortest stroke that is felt, in milliseconds.
  var shortestStroke: Double { max(shortestPulse, minimumInterval).inMilliseconds }
}
