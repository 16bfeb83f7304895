internal import Glibc
package import MotorRendering

/// A simulated device: motors, their driver, and the sensation of the user's hand.
package struct Actuator: Sendable {
  package enum Motor: Sendable {
    case spinner(Spinner.Constants)
    case resonator(Resonator.Constants)
  }
  /// The conversion of a command's magnitudes to drives.
  package enum Driver: Sendable {
    /// A duty cycle of 16 bits from the strong magnitude, or from the weak one if that is 0, as in pwm-vibra.
    case dutyCycle
    /// Full drive for any magnitude except zero, as in gpio-vibra.
    case onOff
    /// One byte for each of two motors, applied at the next transfer, every `pollMilliseconds`, as in xpad.
    case bytes(pollMilliseconds: Double)
  }

  /// The name of the corresponding motor model in `MotorModel.presets`.
  package let preset: String
  package let title: String
  package let motors: [Motor]
  /// The strength of each motor's full vibration as a fraction of that of the first motor of a nominal unit.
  package let gains: [Double]
  /// The full speed of the motors as a fraction of that of a nominal unit.
  package let speed: Double
  package let driver: Driver
  package let sensation: Sensation
  package let notion: Notion
  /// Whether the actuator has levels; only graded actuators have a target for the correlation.
  package var isGraded: Bool { if case .onOff = driver { false } else { true } }

  package init(
    preset: String, title: String, motors: [Motor], gains: [Double] = [1], speed: Double = 1, driver: Driver,
    sensation: Sensation, notion: Notion = .velocity
  ) {
    self.preset = preset
    self.title = title
    self.motors = motors
    self.gains = gains
    self.speed = speed
    self.driver = driver
    self.sensation = sensation
    self.notion = notion
  }

  /// Returns the same device, judged by the given notion of strength.
  package func judged(by notion: Notion) -> Actuator {
    guard notion != self.notion else { return self }
    let threshold = isTurning ? pow(sensation.threshold, notion == .acceleration ? 2 : 0.5) : sensation.threshold
    return Actuator(
      preset: preset, title: title, motors: motors, gains: gains, speed: speed, driver: driver,
      sensation: Sensation(exponent: sensation.exponent, threshold: threshold), notion: notion)
  }

  /// Whether the motors are eccentric masses, whose acceleration is the square of their velocity.
  var isTurning: Bool { if case .spinner = motors[0] { true } else { false } }

  /// Returns the strength at each whole millisecond from the start of `drive`, `count` values, before the skin's
  /// integration.
  package func feel(_ drive: Drive, milliseconds count: Int) -> [Double] {
    shake(drive, milliseconds: count).map { strength($0) }
  }

  /// Returns the strength of a shake, 0...1, before the skin's integration.
  package func strength(_ shake: Shake) -> Double {
    sensation.strength(velocity: notion == .velocity ? shake.velocity : shake.acceleration)
  }

  /// Returns the shake of the hand at each whole millisecond from the start of `drive`, `count` values.
  package func shake(_ drive: Drive, milliseconds count: Int) -> [Shake] {
    var motion = Motion(self)
    var shakes: [Shake] = []
    shakes.reserveCapacity(count)
    var next = 0
    var level = Level.off
    var tick = 0
    for _ in 0..<count {
      shakes.append(motion.shake)
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
    return shakes
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
