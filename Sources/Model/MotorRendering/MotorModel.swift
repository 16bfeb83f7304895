internal import Glibc

/// The properties of an actuator that affect rendering: rise and fall times, limits, and constraints on commands.
///
/// Renders patterns to drives for this actuator, and simulates drives to compute the felt strength.
public struct MotorModel: Hashable, Sendable {
  public typealias Kind = MotorKind

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
  /// Whether the times of rise and fall were measured on this unit. Otherwise they are those of its type, and units of
  /// a type differ.
  public var isMeasured: Bool

  /// The number of motors, 1 or 2.
  public var motorCount: Int { weak == nil ? 1 : 2 }

  /// Combines the vibrations of both motors, which a user feels together: the frequencies differ, so powers add.
  func combined(_ vibrations: (strong: Double, weak: Double)) -> Double {
    let weak = vibrations.weak * weakGain
    return (vibrations.strong * vibrations.strong + weak * weak).squareRoot()
  }

  public init(
    kind: Kind, strong: Motor, weak: Motor? = nil, isOnOff: Bool = false, deadband: Double = 0,
    shortestPulse: Duration, minimumInterval: Duration, floor: UInt16 = 0, ceiling: UInt16 = 0xffff,
    equalBytes: Bool = false, playsWaves: Bool = false, endurance: Endurance? = nil,
    isMeasured: Bool = false
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
    self.isMeasured = isMeasured
  }
}

extension MotorModel {
  /// The factor by which the actual motors may be slower than this model.
  var reserve: Double { isMeasured ? Constants.slowness.squareRoot().squareRoot() : Constants.slowness }

  /// Whether the motors can follow a tap. Slower motors are overdriven instead.
  var isFast: Bool { strong.isSpring && weak?.isSpring ?? true }

  /// The delay of felt vibrations, in milliseconds: the time in which full drive brings the strong motor half of the
  /// way up.
  var latency: Double { strong.risingConstant * log(2) }

  /// The shortest time in one state that gets its own command, in milliseconds.
  var shortestPhase: Double { max(minimumInterval.inMilliseconds, Constants.shortestPhase) }

  /// The shortest stroke that is felt, in milliseconds.
  var shortestStroke: Double { max(shortestPulse, minimumInterval).inMilliseconds }
}

/// The limits of continuous driving of an actuator: a coil heats up, and a user's skin becomes numb.
///
/// One measure, the used duty, limits both the longest buzz and the duty cycle. It grows while the load is above `duty`
/// and falls while it is below; the load is the drive as a fraction of full drive. At full drive, the used duty reaches
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
    kind.isPad
      ? Endurance(longestBuzz: .seconds(120), duty: 0.75) : Endurance(longestBuzz: .seconds(30), duty: 0.6)
  }

  /// The used duty at which an actuator must cool down, in seconds of full drive.
  public var capacity: Double { longestBuzz / .seconds(1) * (1 - duty) }

  /// The fraction of `capacity` to which the used duty must fall before an actuator is driven again. The difference
  /// prevents rapid switching at the limit.
  public static let rested = 0.5
}

extension MotorKind {
  /// Whether such devices have the large motors of a gamepad.
  var isPad: Bool {
    switch self {
    case .gamepad, .joystick, .wheel: true
    case .vibrator, .touchpad: false
    }
  }
}
