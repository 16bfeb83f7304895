internal import Glibc

/// The blend of motors that renders an event. A single motor always has the strong part.
///
/// Dull events use mainly the strong, low-frequency motor of a pair, sharp events mainly the weak, high-frequency one.
/// Both motors always run, so that events of the same intensity are equally loud at every sharpness. Adjacent blends
/// differ by one just noticeable difference of one motor; a finer blend would use more slots of the device without a
/// noticeable difference.
enum MotorSelection: Int, CaseIterable {
  case strong, lower, both, upper, weak

  /// The drives of the motors as fractions of the drive of the selection.
  var shares: (strong: Double, weak: Double) {
    switch self {
    case .strong: (1, Self.accompanying)
    case .lower: (1, Self.supporting)
    case .both: (1, 1)
    case .upper: (Self.supporting, 1)
    case .weak: (Self.accompanying, 1)
    }
  }

  private static let supporting = 1 / Constants.justNoticeableRatio
  private static let accompanying = supporting * supporting

  /// Returns the selection for a sharpness, 0...1.
  init(sharpness: Double) {
    self = Self.allCases[min(Int(max(sharpness, 0) * Double(Self.allCases.count)), Self.allCases.count - 1)]
  }
}

extension MotorModel {
  /// The selections that differ on this actuator.
  var selections: [MotorSelection] { motorCount == 1 ? [.strong] : MotorSelection.allCases }

  /// Returns the selection for a sharpness, 0...1. The strong motor takes a larger part in an amplitude that is out of
  /// reach otherwise.
  func selection(sharpness: Double, amplitude: Double) -> MotorSelection {
    if motorCount == 1 { return .strong }
    var selection = MotorSelection(sharpness: sharpness)
    while selection.rawValue > MotorSelection.both.rawValue,
      amplitude > reach(selection) * Constants.justNoticeableRatio,
      let lower = MotorSelection(rawValue: selection.rawValue - 1)
    {
      selection = lower
    }
    return selection
  }

  /// Returns the amplitude of full drive.
  func reach(_ selection: MotorSelection) -> Double {
    let shares = selection.shares
    return combined((shares.strong, weak == nil ? 0 : shares.weak))
  }

  /// Returns the motors with the given amplitudes, driven by the shares of `selection`.
  func group(_ selection: MotorSelection, from start: (strong: Double, weak: Double) = (0, 0)) -> MotorGroup {
    MotorGroup(
      strong: MotorGroup.Member(motor: strong, start: start.strong, share: selection.shares.strong),
      weak: weak.map { MotorGroup.Member(motor: $0, start: start.weak, share: selection.shares.weak) },
      weakGain: weakGain, reach: reach(selection), selection: selection, perception: perception, reserve: reserve)
  }

  /// Returns the level at which the motors get their shares of `drive`, 0...1.
  func level(_ selection: MotorSelection, drive: Double) -> Level {
    level(strong: drive * selection.shares.strong, weak: drive * selection.shares.weak)
  }

  /// The factor by which the actual motors may be slower than this model.
  var reserve: Double { isMeasured ? Constants.measuredSlowness : Constants.slowness }

  /// Whether the motors can follow a tap. Slower motors are overdriven instead.
  var isFast: Bool { strong.isSpring && weak?.isSpring ?? true }

  /// The delay of felt vibrations, in milliseconds: the time in which full drive brings the strong motor half of the
  /// way up.
  var latency: Double { strong.risingConstant * log(2) }

  /// Returns the selection of a tap.
  func selection(of tap: Tap) -> MotorSelection { selection(sharpness: tap.sharpness, amplitude: 0) }

  /// Whether an adjacent tap is too close for both to be felt apart: the motors need time to rise half of the way, and
  /// to fall again.
  func isDense(_ tap: Tap, _ selection: MotorSelection) -> Bool {
    let motor = selection.shares.strong < 1 ? weak ?? strong : strong
    let stride = motor.risingConstant * log(2) + motor.coast(from: 0.5, to: 0.25)
    return min(tap.before, tap.after) < stride
  }

  /// The level at which a fade ends, before the user's strength setting. A mass on a spring follows a fade to its end.
  var tail: Double { strong.isSpring || isOnOff ? 0 : Constants.tail }

  /// The shortest time in one state that gets its own command, in milliseconds.
  var shortestPhase: Double { max(minimumInterval.inMilliseconds, Constants.shortestPhase) }

  /// The shortest stroke that is felt, in milliseconds.
  var shortestStroke: Double { max(shortestPulse, minimumInterval).inMilliseconds }
}
