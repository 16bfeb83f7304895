/// The magnitudes for the motors of an actuator, 0...0xffff, in the form that the device accepts: with its floor,
/// ceiling and equal bytes already applied. For a device that plays waves, the period as well.
///
/// A device with one motor gets the same magnitude twice: some drivers use only the strong one, some only the weak one.
public struct Level: Hashable, Sendable {
  /// The magnitude of the low-frequency motor.
  public var strong: UInt16
  /// The magnitude of the high-frequency motor.
  public var weak: UInt16
  /// The period of the wave on a device that plays waves. 0 selects a default there, and is used on other devices and at
  /// rest.
  public var periodMilliseconds: UInt8

  public init(strong: UInt16, weak: UInt16, periodMilliseconds: UInt8 = 0) {
    self.strong = strong
    self.weak = weak
    self.periodMilliseconds = periodMilliseconds
  }

  /// The level at rest.
  public static let off = Level(strong: 0, weak: 0)

  /// Whether all motors are off.
  public var isOff: Bool { strong == 0 && weak == 0 }
}

/// A level with its lease: the content of one slot of a device.
public struct LeasedLevel: Hashable, Sendable {
  public var level: Level
  public var lease: Lease

  public init(_ level: Level, _ lease: Lease) {
    self.level = level
    self.lease = lease
  }
}
