internal import Glibc

/// One motor as a first-order system: its vibration follows the drive, at one speed upwards and at another downwards.
///
/// Amplitudes and drives are fractions of the motor's own full vibration, 0...1.
public struct Motor: Hashable, Sendable {
  /// From rest to 90 % of full vibration at full drive.
  public let rise: Duration
  /// From the end of the drive to 10 % of the vibration.
  public let fall: Duration

  /// Both are what data sheets give (Texas Instruments' definition of start and stop time). Less than 0.1 ms counts as
  /// 0.1 ms.
  public init(rise: Duration, fall: Duration) {
    self.rise = max(rise, .microseconds(100))
    self.fall = max(fall, .microseconds(100))
  }

  // An exponential reaches 90 %, or falls to 10 %, after ln 10 time constants.
  var riseConstant: Double { rise.inMilliseconds / log(10) }
  var fallConstant: Double { fall.inMilliseconds / log(10) }

  /// The amplitude `milliseconds` after it was `start`, under a constant `drive`.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    let constant = drive > start ? riseConstant : fallConstant
    return drive + (start - drive) * exp(-milliseconds / constant)
  }

  /// How long full drive takes from amplitude `start` to `goal`, in milliseconds; 0 if it is there already.
  ///
  /// An exponential never arrives at 1: goals above 0.99 count as 0.99.
  func climb(from start: Double, to goal: Double) -> Double {
    let goal = min(goal, 0.99)
    return start >= goal ? 0 : riseConstant * log((1 - start) / (1 - goal))
  }

  /// How long the motor takes without drive from amplitude `start` down to `goal`, in milliseconds.
  func coast(from start: Double, to goal: Double) -> Double {
    start <= goal || goal <= 0 ? 0 : fallConstant * log(start / goal)
  }

  /// The drive that reaches `goal` from `start` in exactly `milliseconds`; may be more than 1.
  func drive(from start: Double, to goal: Double, in milliseconds: Double) -> Double {
    let remaining = exp(-milliseconds / riseConstant)
    return (goal - start * remaining) / (1 - remaining)
  }
}
