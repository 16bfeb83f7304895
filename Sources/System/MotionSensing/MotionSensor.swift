package import HapticSystem

/// An accelerometer that is being read.
package protocol MotionSensor: AnyObject {
  /// The largest acceleration of an axis that it measures, in g; nil if it is unknown.
  var range: Double? { get }
  /// A descriptor that is readable when there are readings; nil for a sensor that must be polled.
  var descriptor: Int32? { get }
  /// The time between two readings of a sensor that must be polled.
  var pollInterval: Duration { get }

  /// The readings since the last call; for a sensor that must be polled, one reading of now.
  ///
  /// - Throws: the error of the kernel, such as `.noDevice` after the device was unplugged.
  func take() throws(Errno) -> [MotionReading]
}

/// The acceleration at a moment, in g, including gravity.
package struct MotionReading: Hashable, Sendable {
  /// The time at which the kernel received it.
  package var arrival: Instant
  /// The time on the clock of the device, from an arbitrary start; nil if it has no clock.
  package var stamp: Duration?
  package var x, y, z: Double
}

/// An accelerometer of the system.
package struct MotionSensorPlace: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// A node under /dev/input, as that of a gamepad.
    case evdev
    /// A sensor of the industrial I/O subsystem, as that of a phone.
    case iio
  }

  package let kind: Kind
  /// The node of an evdev sensor, such as /dev/input/event6, or the folder in sysfs of an IIO sensor.
  package let path: String
  package let name: String
  /// The node of the buffer of an IIO sensor, such as /dev/iio:device0; nil for other sensors.
  package let node: String?

  package init(kind: Kind, path: String, name: String, node: String? = nil) {
    (self.kind, self.path, self.name, self.node) = (kind, path, name, node)
  }

  /// Opens the sensor.
  ///
  /// - Throws: `.permissionDenied` if the user may not read it, `.invalidArgument` if it is no accelerometer, or
  ///   another error of the kernel.
  package func open() throws(Errno) -> any MotionSensor {
    switch kind {
    case .evdev: return try EvdevMotionSensor(path: path)
    case .iio:
      // Values are polled where the driver or the permissions do not allow the buffer.
      if let node, let sensor = try? BufferedMotionSensor(folder: path, node: node) { return sensor }
      return try PolledMotionSensor(folder: path)
    }
  }
}
