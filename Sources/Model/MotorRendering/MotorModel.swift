/// The properties of an actuator that affect rendering: rise and fall times, limits, and constraints on commands.
///
/// Renders patterns to drives for this actuator, and simulates drives to compute the felt strength.
public struct MotorModel: Hashable, Sendable {
  /// The kind of device that contains the actuator.
  public enum Kind: String, CaseIterable, Sendable {
    case vibrator, gamepad, wheel, joystick, touchpad
  }

  /// The kind of device.
  public var kind: Kind
  /// The low-frequency motor of a pair, or the only motor.
  public var strong: Motor
  /// The high-frequency motor of a pair; nil if the device has one motor.
  public var weak: Motor?
  /// Whether the device has no levels: any magnitude above zero is full.
  public var isOnOff: Bool
  /// The fraction of full drive, 0..<1, below which the motor does not move.
  public var deadband: Double
  /// The shortest pulse at full drive that is felt.
  public var shortestPulse: Duration
  /// The minimum interval between commands. The device delays or loses commands that are closer together.
  public var minimumInterval: Duration
  /// The lowest magnitude that is sent, except zero.
  public var floor: UInt16
  /// The magnitude of full drive.
  public var ceiling: UInt16
  /// Whether both bytes of a magnitude must be equal (0x4040), because the driver reads the wrong byte.
  public var equalBytes: Bool
  /// Whether the device plays a sine of a requested period instead of turning a motor. Sharpness then sets the pitch.
  public var playsWaves: Bool
  /// The limits of continuous driving.
  public var endurance: Endurance

  /// The number of motors, 1 or 2.
  public var motorCount: Int { weak == nil ? 1 : 2 }

  public init(
    kind: Kind, strong: Motor, weak: Motor? = nil, isOnOff: Bool = false, deadband: Double = 0,
    shortestPulse: Duration, minimumInterval: Duration, floor: UInt16 = 0, ceiling: UInt16 = 0xffff,
    equalBytes: Bool = false, playsWaves: Bool = false, endurance: Endurance? = nil
  ) {
    self.kind = kind
    self.strong = strong
    self.weak = weak
    self.isOnOff = isOnOff
    self.deadband = deadband
    self.shortestPulse = shortestPulse
    self.minimumInterval = minimumInterval
    self.floor = floor
    self.ceiling = ceiling
    self.equalBytes = equalBytes
    self.playsWaves = playsWaves
    self.endurance = endurance ?? .standard(for: kind)
  }
}
