/// How hard the motors of an actuator are to be driven: two magnitudes as the device takes them, 0...0xffff, with its
/// floor, its ceiling and its byte habits already applied.
///
/// A device with one motor has the same magnitude twice: some drivers look at the strong one only, some at the weak.
public struct Level: Hashable, Sendable {
  /// The low-frequency motor.
  public var strong: UInt16
  /// The high-frequency motor.
  public var weak: UInt16

  public init(strong: UInt16, weak: UInt16) {
    self.strong = strong
    self.weak = weak
  }

  /// Nothing moves.
  public static let off = Level(strong: 0, weak: 0)
}
