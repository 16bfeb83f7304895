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
  /// The time in milliseconds after which a motor at rest moves: the winding and the supply delay the current, and
  /// static friction must be overcome. Zero for a mass on a spring.
  private let startDelay: Double
  /// The loss of amplitude by friction per millisecond.
  private let friction: Double

  /// Creates a motor from the start and stop times of its data sheet, as Texas Instruments defines them. Values below
  /// 0.1 ms become 0.1 ms.
  ///
  /// A motor with a rise above 20 ms is treated as an eccentric mass, a faster one as a mass on a spring.
  public init(rise: Duration, fall: Duration) {
    self.rise = max(rise, .microseconds(100))
    self.fall = max(fall, .microseconds(100))
    let isSpring = self.rise.inMilliseconds <= Constants.crisp
    startDelay = isSpring ? 0 : self.rise.inMilliseconds * Constants.startOfRise
    let (risen, fallen) = isSpring ? (0.9, 0.1) : (0.9.squareRoot(), 0.1.squareRoot())
    risingConstant = (self.rise.inMilliseconds - startDelay) / -log(1 - risen)
    fallingConstant = isSpring ? self.fall.inMilliseconds / -log(fallen) : nil
    friction = (1 - fallen) / self.fall.inMilliseconds
  }

  /// Whether this is a mass on a spring and not an eccentric mass.
  var isSpring: Bool { fallingConstant != nil }

  /// Returns the amplitude `milliseconds` after it was `start`, under a constant `drive`.
  ///
  /// Only the friction of bearings and brushes brakes an eccentric mass, independent of its speed: it falls in a
  /// straight line to the amplitude that the drive sustains. A mass on a spring decays exponentially.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    if drive < start, fallingConstant == nil { return max(start - friction * milliseconds, drive) }
    let moving = start == 0 ? max(milliseconds - startDelay, 0) : milliseconds
    return drive + (start - drive)
      * exp(-moving / (drive > start ? risingConstant : fallingConstant ?? risingConstant))
  }

  /// Returns the milliseconds that the motor takes under `drive` from `start` up to `goal`, which is below the drive.
  func climb(from start: Double, to goal: Double, drive: Double) -> Double {
    guard start < goal else { return 0 }
    return (start == 0 ? startDelay : 0) + risingConstant * log((drive - start) / (drive - goal))
  }

  /// Returns the milliseconds that the motor takes without drive from `start` down to `goal`, which is above 0.
  func coast(from start: Double, to goal: Double) -> Double {
    guard start > goal else { return 0 }
    return fallingConstant.map { $0 * log(start / max(goal, 1e-9)) } ?? (start - goal) / friction
  }

  /// Returns the energy of the fall from `start` without drive: squared accelerations times milliseconds.
  func energy(ofFallFrom start: Double) -> Double {
    fallingConstant.map { start * start * $0 / 2 } ?? start * start * start * start * start / (5 * friction)
  }

  /// Returns the acceleration at an amplitude, both as fractions of the full one. That of an eccentric mass is
  /// proportional to the square of its speed.
  func acceleration(_ amplitude: Double) -> Double { isSpring ? amplitude : amplitude * amplitude }
}
