package import HapticSystem

/// The input reports of a device with motion sensors, whose values depend on its motors.
package protocol MovingReport: Sendable {
  /// The time between two reports.
  var interval: Duration { get }
  /// Notes a change of the motors.
  mutating func follow(_ motors: MotorState, at time: Instant)
  /// Returns the report of a moment; moments do not decrease.
  mutating func report(at time: Instant) -> [UInt8]
}
