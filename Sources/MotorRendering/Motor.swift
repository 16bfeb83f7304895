internal import Glibc

/// One motor: its vibration follows the drive, at one speed upwards and at another downwards.
///
/// Amplitudes and drives are fractions of the motor's own full vibration, 0...1.
public struct Motor: Hashable, Sendable {
  /// From rest to 90 % of full vibration at full drive.
  public let rise: Duration
  /// From the end of the drive to 10 % of the vibration.
  public let fall: Duration
  /// The time constant of the rise, in milliseconds: an exponential reaches 90 % after ln 10 of them.
  let risingConstant: Double
  /// The time constant of the fall of a spring; nil where friction brakes.
  let fallingConstant: Double?
  /// How much friction takes off the vibration in a millisecond.
  private let friction: Double

  /// Both are what data sheets give (Texas Instruments' definition of start and stop time). Less than 0.1 ms counts as
  /// 0.1 ms.
  ///
  /// What needs longer than 20 ms for its rise is taken for an eccentric mass, anything faster for a mass on a spring (TDK
  /// gives those 5...20 ms, eccentric ones 50...100).
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

  /// The amplitude `milliseconds` after it was `start`, under a constant `drive`.
  ///
  /// Nothing brakes an eccentric mass but the friction of its bearings and brushes, which does not depend on its speed: it
  /// falls in a straight line, to what the drive sustains. A spring swings out exponentially.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    if drive < start, fallingConstant == nil { return max(start - friction * milliseconds, drive) }
    return drive + (start - drive)
      * exp(-milliseconds / (drive > start ? risingConstant : fallingConstant ?? risingConstant))
  }

  /// How many milliseconds the motor takes without drive from `start` down to `goal`, above 0.
  func coast(from start: Double, to goal: Double) -> Double {
    guard start > goal else { return 0 }
    return fallingConstant.map { $0 * log(start / max(goal, 1e-9)) } ?? (start - goal) / friction
  }
}
