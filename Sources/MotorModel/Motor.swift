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

  /// The amplitude `milliseconds` after it was `start`, under a constant `drive`.
  func amplitude(from start: Double, drive: Double, after milliseconds: Double) -> Double {
    // An exponential reaches 90 %, or falls to 10 %, after ln 10 time constants.
    let constant = (drive > start ? rise : fall).inMilliseconds / log(10)
    return drive + (start - drive) * exp(-milliseconds / constant)
  }
}
