internal import Glibc

/// The motors of an actuator at a given moment, and their shares of the drive from then on.
///
/// A user feels their vibrations together. The frequencies differ, so powers add.
struct MotorGroup {
  struct Member {
    let motor: Motor
    var start: Double
    /// The motor's drive as a fraction of that of the group.
    let share: Double

    func amplitude(_ drive: Double, after milliseconds: Double) -> Double {
      motor.amplitude(from: start, drive: drive * share, after: milliseconds)
    }

    mutating func move(_ push: Push) { start = amplitude(push.drive, after: push.milliseconds) }
  }

  private(set) var strong: Member
  private(set) var weak: Member?
  /// The amplitude of the weak motor relative to the strong one.
  let weakGain: Double
  /// The combined amplitude at full drive.
  let reach: Double
  let selection: MotorSelection
  let perception: Perception
  /// The factor by which the actual motors may be slower.
  let reserve: Double

  /// Whether one of two motors may rise while the other one falls.
  var isMixed: Bool { weak.map { strong.start > 0 || $0.start > 0 } ?? false }

  /// The combined amplitude at the start.
  var amplitude: Double { amplitude(drive: 0, after: 0) }

  /// Whether a user feels the motors at the start.
  var isFelt: Bool { amplitude > perception.threshold }

  /// Returns the combined amplitude `milliseconds` after the start, under a constant `drive` of the driven motors.
  func amplitude(drive: Double, after milliseconds: Double) -> Double {
    let low = strong.amplitude(drive, after: milliseconds)
    guard let weak else { return low }
    let high = weak.amplitude(drive, after: milliseconds) * weakGain
    return (low * low + high * high).squareRoot()
  }

  /// Returns the drive under which the motors settle at the combined amplitude `goal`.
  func steadyDrive(at goal: Double) -> Double { goal / reach }

  /// The time constant of a rising amplitude, in milliseconds: that of the motor with the larger share.
  var risingConstant: Double {
    guard let weak, strong.share < weak.share else { return strong.motor.risingConstant }
    return weak.motor.risingConstant
  }

  /// The time constant of a falling amplitude, in milliseconds; 0 for motors with friction, which fall in a straight
  /// line.
  var fallingConstant: Double { max(strong.motor.fallingConstant ?? 0, weak?.motor.fallingConstant ?? 0) }

  /// Returns the time until the motors reach `goal` under a drive, in milliseconds.
  ///
  /// Returns 0 if they are there already, and `longest` if they never reach it. An exponential never reaches its limit,
  /// so goals above 0.99 count as 0.99.
  func climb(to goal: Double, drive: Double = 1) -> Double {
    let goal = min(goal, 0.99)
    guard weak == nil else { return least(upTo: Self.longest) { amplitude(drive: drive, after: $0) >= goal } }
    if strong.start >= goal { return 0 }
    return drive > goal ? strong.motor.climb(from: strong.start, to: goal, drive: drive) : Self.longest
  }

  /// Returns the time until the motors, without drive, fall to `goal`, in milliseconds.
  func coast(to goal: Double) -> Double {
    guard weak == nil else { return least(upTo: Self.longest) { amplitude(drive: 0, after: $0) <= goal } }
    return min(strong.motor.coast(from: strong.start, to: goal), Self.longest)
  }

  /// Returns the drive, 0...1, that brings the motors to `goal` within `milliseconds`; 1 if no drive does.
  func drive(to goal: Double, within milliseconds: Double) -> Double {
    least(upTo: 1) { amplitude(drive: $0, after: milliseconds) >= goal }
  }

  /// Returns the same motors with less amplitude.
  func faded(to rest: Double) -> MotorGroup {
    let part = amplitude > 0 ? rest / amplitude : 0
    var motors = self
    motors.strong.start *= part
    motors.weak?.start *= part
    return motors
  }

  /// Returns the same motors after a push.
  func after(_ push: Push) -> MotorGroup {
    var motors = self
    motors.strong.move(push)
    motors.weak?.move(push)
    return motors
  }

  /// The longest time of a rise or fall, in milliseconds. Motors with a rise of up to a second settle within it.
  static let longest = 5000.0

  /// Returns the least value from 0 to `limit` for which `condition` holds, or `limit` if it never holds.
  ///
  /// Uses bisection with an error of at most a ten-thousandth of a millisecond. `condition` must stay true above that
  /// value.
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

/// A drive, 0...1, for a limited time.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}
