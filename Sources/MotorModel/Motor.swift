internal import Glibc

/// One motor as a first-order system: its vibration follows the drive, at one speed upwards and at another downwards.
///
/// Amplitudes and drives are fractions of the motor's own full vibration, 0...1.
public struct Motor: Hashable, Sendable {
  /// From rest to 90 % of full vibration at full drive.
  public let rise: Duration
  /// From the end of the drive to 10 % of the vibration.
  public let fall: Duration
  /// The time constants of both, in milliseconds: an exponential reaches 90 %, or falls to 10 %, after ln 10 of them.
  let risingConstant: Double
  let fallingConstant: Double

  /// Both are what data sheets give (Texas Instruments' definition of start and stop time). Less than 0.1 ms counts as
  /// 0.1 ms.
  public init(rise: Duration, fall: Duration) {
    self.rise = max(rise, .microseconds(100))
    self.fall = max(fall, .microseconds(100))
    risingConstant = self.rise.inMilliseconds / log(10)
    fallingConstant = self.fall.inMilliseconds / log(10)
  }

  /// The amplitude `milliseconds` after it was `start`, under a constant `drive`.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    drive + (start - drive) * exp(-milliseconds / (drive > start ? risingConstant : fallingConstant))
  }
}
