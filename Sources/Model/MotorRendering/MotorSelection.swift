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
}

extension MotorModel {
  /// The selections that differ on this actuator.
  var selections: [MotorSelection] { motorCount == 1 ? [.strong] : MotorSelection.allCases }

  /// Returns the selection for a sharpness, 0...1. The strong motor takes a larger part in an amplitude that is out of
  /// reach otherwise.
  func selection(sharpness: Double, amplitude: Double) -> MotorSelection {
    if motorCount == 1 { return .strong }
    let all = MotorSelection.allCases
    var index = min(Int(max(sharpness, 0) * Double(all.count)), all.count - 1)
    while index > MotorSelection.both.rawValue, amplitude > reach(all[index]) * Constants.justNoticeableRatio {
      index -= 1
    }
    return all[index]
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

  func selection(of tap: Tap) -> MotorSelection { selection(sharpness: tap.sharpness, amplitude: 0) }

  /// Whether an adjacent tap is too close for both to be felt apart: the motors need time to rise half of the way, and
  /// to fall again.
  func isDense(_ tap: Tap, _ selection: MotorSelection) -> Bool {
    let motor = selection.shares.strong < 1 ? weak ?? strong : strong
    let stride = motor.risingConstant * log(2) + motor.coast(from: 0.5, to: 0.25)
    return min(tap.before, tap.after) < stride
  }
}
