/// How hard the motors of an actuator are to be driven: two magnitudes as the device takes them, 0...0xffff, with its
/// floor, its ceiling and its byte habits already applied; for a device that plays waves, their period as well.
///
/// A device with one motor has the same magnitude twice: some drivers look at the strong one only, some at the weak.
public struct Level: Hashable, Sendable {
  /// The low-frequency motor.
  public var strong: UInt16
  /// The high-frequency motor.
  public var weak: UInt16
  /// Of the wave, on a device that plays waves (`MotorModel.playsWaves`); 0 everywhere else, and at rest.
  public var periodMilliseconds: UInt8

  public init(strong: UInt16, weak: UInt16, periodMilliseconds: UInt8 = 0) {
    self.strong = strong
    self.weak = weak
    self.periodMilliseconds = periodMilliseconds
  }

  /// Nothing moves.
  public static let off = Level(strong: 0, weak: 0)
}
