public import MotorRendering

/// A simulated device: motors, their driver, and the sensation of the user's hand.
public struct Actuator: Sendable {
  public enum Motor: Sendable {
    case spinner(Spinner.Constants)
    case resonator(Resonator.Constants)
  }
  /// The conversion of a command's magnitudes to drives.
  public enum Driver: Sendable {
    /// A duty cycle of 16 bits from the strong magnitude, or from the weak one if that is 0, as in pwm-vibra.
    case dutyCycle
    /// Full drive for any magnitude except zero, as in gpio-vibra.
    case onOff
    /// One byte for each of two motors, applied at the next transfer, every `pollMilliseconds`, as in xpad.
    case bytes(pollMilliseconds: Double)
  }

  /// The name of the corresponding motor model in `MotorModel.presets`.
  public let preset: String
  public let title: String
  public let motors: [Motor]
  /// The velocity of each motor's full vibration as a fraction of that of the first motor.
  public let gains: [Double]
  public let driver: Driver
  public let sensation: Sensation
  /// Whether the actuator has levels; only graded actuators have a target for the correlation.
  public var isGraded: Bool { if case .onOff = driver { false } else { true } }

  public init(
    preset: String, title: String, motors: [Motor], gains: [Double] = [1], driver: Driver, sensation: Sensation
  ) {
    self.preset = preset
    self.title = title
    self.motors = motors
    self.gains = gains
    self.driver = driver
    self.sensation = sensation
  }

  /// Returns the strength at each whole millisecond from the start of `drive`, `count` values, before the skin's
  /// integration.
  public func feel(_ drive: Drive, milliseconds count: Int) -> [Double] {
    var motion = Motion(self)
    var felt: [Double] = []
    felt.reserveCapacity(count)
    var next = 0
    var level = Level.off
    var tick = 0
    for _ in 0..<count {
      felt.append(motion.strength)
      for _ in 0..<Motion.ticksPerMillisecond {
        let now = Duration.microseconds(tick * Motion.tickMicroseconds)
        if isListening(tick) {
          while next < drive.steps.count, drive.steps[next].at <= now {
            level = drive.steps[next].level
            next += 1
          }
        }
        let drives = drives(of: level)
        motion.advance(drives.strong, drives.weak)
        tick += 1
      }
    }
    return felt
  }

  private func isListening(_ tick: Int) -> Bool {
    guard case .bytes(let poll) = driver else { return true }
    return tick.isMultiple(of: Int(poll * Double(Motion.ticksPerMillisecond)))
  }

  /// Returns the drive of each motor, 0...1.
  func drives(of level: Level) -> (strong: Double, weak: Double) {
    let single = level.strong > 0 ? level.strong : level.weak
    return switch driver {
    case .dutyCycle: (Double(single) / 0xffff, 0)
    case .onOff: (single > 0 ? 1 : 0, 0)
    case .bytes: (Double(level.strong >> 8) / 255, Double(level.weak >> 8) / 255)
    }
  }
}
