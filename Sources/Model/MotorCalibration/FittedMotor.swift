package import MotorRendering

/// The constants of a motor, as its vibrations show them.
package struct FittedMotor: Sendable {
  /// The time from rest to 90 % of full vibration at full drive, without the latency.
  package let rise: Duration
  /// The time from the end of the drive to 10 % of the vibration, without the latency.
  package let fall: Duration
  /// Standard errors. They do not contain the difference between the motor and its model.
  package let riseError, fallError: Duration
  /// The acceleration of full vibration at the sensor, root mean square, in g.
  package let acceleration: Double
  /// The part of the measured vibration that the model explains, at most 1.
  package let explained: Double
  /// The vibrations in which it has the higher level, each with the levels that caused it; the longest first.
  package let curves: [Curve]

  /// The mean of vibrations with the same levels. Times are those since the first write.
  package struct Curve: Sendable {
    /// The acceleration of a moment, as a fraction of that of the motor's full vibration.
    package struct Point: Sendable {
      package let time: Duration
      package let measured, fitted: Double
    }

    package let steps: [(time: Duration, level: Level)]
    package let points: [Point]
  }
}
