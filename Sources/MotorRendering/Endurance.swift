/// How long an actuator may be driven: a coil that is driven for long gets warm, and a hand numb.
///
/// One measure says both the longest buzz and the share of time: strain grows while the load is above `duty` and falls
/// while it is below, the load being the drive as a share of full. At full drive it reaches `capacity` after
/// `longestBuzz`; a load that stays below `duty` never does.
public struct Endurance: Hashable, Sendable {
  /// How long full drive may last from rest.
  public var longestBuzz: Duration
  /// The load that may go on for ever, 0...1.
  public var duty: Double

  public init(longestBuzz: Duration, duty: Double) {
    self.longestBuzz = longestBuzz
    self.duty = duty
  }

  /// What is taken for an actuator of which no more is known.
  ///
  /// Makers of phone motors test their life with one or two seconds on and as many off, half of the time, and rate
  /// them for more; nothing in a phone buzzes for half a minute on purpose (a Core Haptics event lasts 30 s at most).
  /// The motors of pads are larger, and games lean on them for minutes.
  public static func standard(for kind: MotorModel.Kind) -> Endurance {
    switch kind {
    case .vibrator, .touchpad: Endurance(longestBuzz: .seconds(30), duty: 0.6)
    case .gamepad, .joystick, .wheel: Endurance(longestBuzz: .seconds(120), duty: 0.75)
    }
  }

  /// The strain, in seconds of full drive without rest, at which an actuator must rest.
  public var capacity: Double { longestBuzz / .seconds(1) * (1 - duty) }

  /// The share of the strain that made an actuator rest at which it has rested, so that it does not flutter at the limit.
  public static let rested = 0.5
}
