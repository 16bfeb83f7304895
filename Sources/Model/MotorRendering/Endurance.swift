/// The limits of continuous driving of an actuator: a coil heats up, and a user's skin becomes numb.
///
/// One measure, the strain, limits both the longest buzz and the duty cycle. Strain grows while the load is above
/// `duty` and falls while it is below; the load is the drive as a fraction of full drive. At full drive, strain reaches
/// `capacity` after `longestBuzz`. A load below `duty` never reaches it.
public struct Endurance: Hashable, Sendable {
  /// The longest time at full drive, starting from rest.
  public var longestBuzz: Duration
  /// The load that has no time limit, 0...1.
  public var duty: Double

  public init(longestBuzz: Duration, duty: Double) {
    self.longestBuzz = longestBuzz
    self.duty = duty
  }

  /// The limits for an actuator without known limits.
  ///
  /// Makers of phone motors test their life with one or two seconds on and as many off, which is half of the time, and
  /// rate them for more. No phone buzzes for half a minute on purpose; a Core Haptics event lasts at most 30 s. The
  /// motors of gamepads are larger, and games drive them for minutes.
  public static func standard(for kind: MotorModel.Kind) -> Endurance {
    switch kind {
    case .vibrator, .touchpad: Endurance(longestBuzz: .seconds(30), duty: 0.6)
    case .gamepad, .joystick, .wheel: Endurance(longestBuzz: .seconds(120), duty: 0.75)
    }
  }

  /// The strain at which an actuator must rest, in seconds of full drive without rest.
  public var capacity: Double { longestBuzz / .seconds(1) * (1 - duty) }

  /// The fraction of `capacity` to which strain must fall before an actuator is driven again. The difference prevents
  /// rapid switching at the limit.
  public static let rested = 0.5
}
