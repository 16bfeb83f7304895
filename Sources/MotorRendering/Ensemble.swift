internal import Glibc

/// The motors of an actuator, from where they are at a moment, and those among them that are driven from then on, alike.
///
/// A hand feels their vibrations together: at different frequencies, powers add.
struct Ensemble {
  struct Member {
    let motor: Motor
    let start: Double
    /// Otherwise it comes to rest by itself.
    let isDriven: Bool

    func amplitude(_ drive: Double, after milliseconds: Double) -> Double {
      motor.amplitude(from: start, drive: isDriven ? drive : 0, after: milliseconds)
    }
  }

  let strong: Member
  let weak: Member?
  /// How much the weak one counts beside the strong one.
  let weakGain: Double
  let perception: Perception

  /// Whether one of two motors may rise while the other one falls.
  var isMixed: Bool { weak.map { strong.start > 0 || $0.start > 0 } ?? false }

  /// The common amplitude at the start.
  var amplitude: Double { amplitude(drive: 0, after: 0) }

  /// The common amplitude `milliseconds` after the start, under a constant `drive` of the driven motors.
  func amplitude(drive: Double, after milliseconds: Double) -> Double {
    let low = strong.amplitude(drive, after: milliseconds)
    guard let weak else { return low }
    let high = weak.amplitude(drive, after: milliseconds) * weakGain
    return (low * low + high * high).squareRoot()
  }

  /// The drive under which the motors come to rest at the common amplitude `goal`.
  func steadyDrive(at goal: Double) -> Double {
    let power = (strong.isDriven ? 1 : 0) + (weak?.isDriven ?? false ? weakGain * weakGain : 0)
    return goal / power.squareRoot()
  }

  /// How fast the amplitude follows a higher drive, in milliseconds: of the slower motor.
  var risingConstant: Double {
    max(strong.isDriven ? strong.motor.risingConstant : 0, weak.map { $0.isDriven ? $0.motor.risingConstant : 0 } ?? 0)
  }

  /// How fast it follows a lower one: motors with friction follow at once, as far as they can.
  var fallingConstant: Double { max(strong.motor.fallingConstant ?? 0, weak?.motor.fallingConstant ?? 0) }

  /// How long a drive takes to bring the motors to `goal`, in milliseconds; 0 if they are there already, and longer
  /// than any motor needs for anything if it never does.
  ///
  /// An exponential never arrives: goals above 0.99 count as 0.99.
  func climb(to goal: Double, drive: Double = 1) -> Double {
    let goal = min(goal, 0.99)
    guard weak == nil else { return least(upTo: Self.longest) { amplitude(drive: drive, after: $0) >= goal } }
    if strong.start >= goal { return 0 }
    return drive > goal ? strong.motor.risingConstant * log((drive - strong.start) / (drive - goal)) : Self.longest
  }

  /// How long the motors take without drive to come down to `goal`, in milliseconds.
  func coast(to goal: Double) -> Double {
    guard weak == nil else { return least(upTo: Self.longest) { amplitude(drive: 0, after: $0) <= goal } }
    return min(strong.motor.coast(from: strong.start, to: goal), Self.longest)
  }

  /// The drive, 0...1, that brings the motors to `goal` within `milliseconds`; 1 if none does.
  func drive(to goal: Double, within milliseconds: Double) -> Double {
    least(upTo: 1) { amplitude(drive: $0, after: milliseconds) >= goal }
  }

  /// The same motors after a push.
  func after(_ push: Push) -> Ensemble {
    func moved(_ member: Member) -> Member {
      Member(
        motor: member.motor, start: member.amplitude(push.drive, after: push.milliseconds), isDriven: member.isDriven)
    }
    return Ensemble(strong: moved(strong), weak: weak.map(moved), weakGain: weakGain, perception: perception)
  }

  /// Motors of up to a second have arrived anywhere by then.
  static let longest = 5000.0

  /// The least value from 0 to `limit` from which on `condition` holds, by bisection: to a ten-thousandth of a
  /// millisecond, and for one motor or two alike. `limit` if it never does.
  private func least(upTo limit: Double, where condition: (Double) -> Bool) -> Double {
    if condition(0) { return 0 }
    var (low, high) = (0.0, limit)
    for _ in 0..<26 {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
