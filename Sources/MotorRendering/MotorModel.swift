/// What an actuator can do, as far as it matters to the hand: how fast it rises and falls, what it does not do at all,
/// and how it wants to be commanded.
///
/// Renders patterns to drives for this very actuator, and runs drives forwards to what is felt.
public struct MotorModel: Hashable, Sendable {
  /// What sort of thing shakes.
  public enum Kind: String, CaseIterable, Sendable {
    case vibrator, gamepad, wheel, joystick, touchpad
  }

  public var kind: Kind
  /// The low-frequency motor of a pair, or the only one.
  public var strong: Motor
  /// The high-frequency motor of a pair; nil if there is one motor only.
  public var weak: Motor?
  /// The device knows no levels: anything but zero is full.
  public var isOnOff: Bool
  /// The fraction of full drive, 0..<1, below which nothing moves.
  public var deadband: Double
  /// The shortest pulse at full drive that a hand notices.
  public var shortestPulse: Duration
  /// Commands closer to each other than this are delayed or lost on their way.
  public var minimumInterval: Duration
  /// The lowest magnitude ever sent, except zero.
  public var floor: UInt16
  /// The magnitude that is full drive already.
  public var ceiling: UInt16
  /// Both bytes of a magnitude must be equal (0x4040), because the driver reads the wrong one.
  public var equalBytes: Bool
  /// The device plays a sine of a period that is asked for, instead of turning a motor: sharpness becomes pitch.
  public var playsWaves: Bool
  /// How long it may be driven.
  public var endurance: Endurance

  /// How many motors there are, 1 or 2.
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
