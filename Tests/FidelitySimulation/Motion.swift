/// The simulated motors of an actuator, in steps of a quarter of a millisecond.
package struct Motion: Sendable {
  private enum Moving: Sendable {
    case spinner(Spinner)
    case resonator(Resonator)

    mutating func advance(_ drive: Double) {
      switch self {
      case .spinner(var motor):
        motor.advance(drive: drive, milliseconds: Motion.tick)
        self = .spinner(motor)
      case .resonator(var motor):
        motor.advance(drive: drive, milliseconds: Motion.tick)
        self = .resonator(motor)
      }
    }

    /// Returns the largest difference of any state variable.
    func distance(to other: Moving) -> Double {
      switch (self, other) {
      case (.spinner(let one), .spinner(let two)): max(abs(one.speed - two.speed), abs(one.current - two.current))
      case (.resonator(let one), .resonator(let two)): one.distance(to: two)
      default: .infinity
      }
    }

    /// The velocity and the acceleration, as fractions of those of the full vibration.
    var shake: Shake {
      switch self {
      case .spinner(let motor): Shake(velocity: motor.velocity, acceleration: motor.acceleration)
      case .resonator(let motor): Shake(velocity: motor.amplitude, acceleration: motor.amplitude)
      }
    }
  }

  static let tickMicroseconds = 250
  static let ticksPerMillisecond = 4
  static let tick = 0.25

  private let actuator: Actuator
  private var first: Moving
  private var second: Moving?

  /// Creates motors at rest.
  package init(_ actuator: Actuator) {
    self.actuator = actuator
    let motors = actuator.motors.map { motor -> Moving in
      switch motor {
      case .spinner(let constants): .spinner(Spinner(constants))
      case .resonator(let constants): .resonator(Resonator(constants))
      }
    }
    first = motors[0]
    second = motors.count > 1 ? motors[1] : nil
  }

  /// Advances a quarter of a millisecond under these drives, 0...1.
  package mutating func advance(_ strong: Double, _ weak: Double) {
    first.advance(strong)
    second?.advance(weak)
  }

  /// Whether the two states lead to the same sensation from here on.
  func isClose(to other: Motion) -> Bool {
    let second = second.flatMap { one in other.second.map { one.distance(to: $0) } } ?? 0
    return max(first.distance(to: other.first), second) < 1e-4
  }

  /// The shake of the hand. Two motors turn at different frequencies, so that their powers add.
  package var shake: Shake {
    let one = shake(first, actuator.gains[0])
    guard let second else { return one }
    let other = shake(second, actuator.gains[1])
    return Shake(
      velocity: (one.velocity * one.velocity + other.velocity * other.velocity).squareRoot(),
      acceleration: (one.acceleration * one.acceleration + other.acceleration * other.acceleration).squareRoot())
  }

  private func shake(_ moving: Moving, _ gain: Double) -> Shake {
    let (shake, gain) = (moving.shake, gain * actuator.speed)
    // The acceleration of a turning mass goes with the square of its speed.
    let square = actuator.isTurning ? actuator.speed : 1
    return Shake(velocity: gain * shake.velocity, acceleration: gain * square * shake.acceleration)
  }

  /// The present strength, 0...1, before the skin's integration.
  package var strength: Double { actuator.strength(shake) }
}

/// The vibration of the hand, as fractions of the full vibration of a nominal unit.
package struct Shake: Sendable {
  package var velocity, acceleration: Double
}
