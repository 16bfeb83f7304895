internal import Glibc

/// One motor: its vibration follows the drive, with different time constants for rise and fall.
///
/// Amplitudes and drives are fractions of the motor's own full vibration, 0...1.
public struct Motor: Hashable, Sendable {
  /// The time from rest to 90 % of full vibration, at full drive.
  public let rise: Duration
  /// The time from the end of the drive to 10 % of the vibration.
  public let fall: Duration
  /// The time constant of the rise, in milliseconds: an exponential reaches 90 % after ln 10 time constants.
  let risingConstant: Double
  /// The time constant of the fall of a mass on a spring; nil for an eccentric mass, which friction brakes.
  let fallingConstant: Double?
  /// The loss of amplitude by friction per millisecond.
  private let friction: Double

  /// Creates a motor from the start and stop times of its data sheet, as Texas Instruments defines them. Values below
  /// 0.1 ms become 0.1 ms.
  ///
  /// A motor with a rise above 20 ms is treated as an eccentric mass, a faster one as a mass on a spring. TDK gives
  /// 5...20 ms for masses on springs and 50...100 ms for eccentric masses.
  public init(rise: Duration, fall: Duration) {
    self.rise = max(rise, .microseconds(100))
    self.fall = max(fall, .microseconds(100))
    let isSpring = self.rise <= Self.slowestSpring
    let (risen, fallen) = isSpring ? (0.9, 0.1) : (0.9.squareRoot(), 0.1.squareRoot())
    risingConstant = self.rise.inMilliseconds / -log(1 - risen)
    fallingConstant = isSpring ? self.fall.inMilliseconds / -log(fallen) : nil
    friction = (1 - fallen) / self.fall.inMilliseconds
  }

  private static let slowestSpring = Duration.milliseconds(20)

  /// Returns the amplitude `milliseconds` after it was `start`, under a constant `drive`.
  ///
  /// Only the friction of bearings and brushes brakes an eccentric mass, independent of its speed: it falls in a
  /// straight line to the amplitude that the drive sustains. A mass on a spring decays exponentially.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    if drive < start, fallingConstant == nil { return max(start - friction * milliseconds, drive) }
    return drive + (start - drive)
      * exp(-milliseconds / (drive > start ? risingConstant : fallingConstant ?? risingConstant))
  }

  /// Returns the milliseconds that the motor takes without drive from `start` down to `goal`, which is above 0.
  func coast(from start: Double, to goal: Double) -> Double {
    guard start > goal else { return 0 }
    return fallingConstant.map { $0 * log(start / max(goal, 1e-9)) } ?? (start - goal) / friction
  }
}
