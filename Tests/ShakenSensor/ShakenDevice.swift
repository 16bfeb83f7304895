internal import Glibc
package import MotorRendering

/// A device in a hand: its motors shake the case, with gravity and the tremor of the hand.
package struct ShakenDevice: Sendable {
  package enum Motor: Sendable {
    case electric(ElectricMotor)
    case resonant(ResonantMotor)
  }

  private var motors: [Motor]
  private var level = Level.off
  private var time = 0.0
  /// The tremor of a hand that holds the device still, in g: at nine hertz.
  package var tremor = 0.01
  /// The step of the simulation, in milliseconds.
  package var step = 0.1
  /// A slow movement of the hand, in g: at two hertz.
  package var movement = 0.0

  package init(_ motors: [Motor]) { self.motors = motors }

  package mutating func set(_ level: Level) { self.level = level }

  /// Advances by a time.
  package mutating func advance(milliseconds: Double) {
    var rest = milliseconds
    while rest > 1e-9 {
      let step = min(rest, self.step)
      for index in motors.indices {
        let drive = Double(index == 0 ? level.strong : level.weak) / 0xffff
        switch motors[index] {
        case .electric(var motor):
          motor.advance(voltage: drive, milliseconds: step)
          motors[index] = .electric(motor)
        case .resonant(var motor):
          motor.advance(drive: drive, milliseconds: step)
          motors[index] = .resonant(motor)
        }
      }
      time += step
      rest -= step
    }
  }

  /// The acceleration of the case, in g.
  package var acceleration: (x: Double, y: Double, z: Double) {
    var sum = (x: 0.1, y: 0.2, z: 0.97)
    for (index, motor) in motors.enumerated() {
      switch motor {
      case .electric(let motor):
        // The shafts of the motors of a gamepad are not parallel.
        let (one, other) = motor.acceleration
        if index == 0 { sum = (sum.x + one, sum.y + other, sum.z) } else { sum = (sum.x + one, sum.y, sum.z + other) }
      case .resonant(let motor): sum.z += motor.acceleration
      }
    }
    sum.x += tremor * sin(2 * Double.pi * 9 * time / 1000)
    sum.y += movement * sin(2 * Double.pi * 2.1 * time / 1000)
    return sum
  }
}
