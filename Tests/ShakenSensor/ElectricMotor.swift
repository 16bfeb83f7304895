internal import Glibc

/// A direct-current motor with an eccentric mass, by its differential equations: the simulation that a calibration
/// does not know.
///
///     L i' = u - R i - k ω          the winding, with a diode across it: i is never below 0
///     J ω' = k i - friction - b ω   the shaft; at rest it needs `stiction`
///     a    = m r ω² (cos θ, sin θ)  the force on the case, in the plane of the shaft
///
/// Voltages are fractions of full drive, speeds fractions of the speed under full drive.
package struct ElectricMotor: Sendable {
  package struct Constants: Sendable {
    /// The drive at which a turning motor stops, and the one at which it starts.
    package var friction, stiction: Double
    /// The part of the voltage at full speed that air and oil take.
    package var drag: Double
    /// The time constant of the speed at full drive, and that of the winding, in milliseconds.
    package var mechanical, electrical: Double
    /// The turns per second at full drive.
    package var hertz: Double
    /// The acceleration of the case at full speed, in g.
    package var acceleration: Double

    package init(
      friction: Double, stiction: Double, drag: Double = 0.06, mechanical: Double, electrical: Double, hertz: Double,
      acceleration: Double
    ) {
      self.friction = friction
      self.stiction = stiction
      self.drag = drag
      self.mechanical = mechanical
      self.electrical = electrical
      self.hertz = hertz
      self.acceleration = acceleration
    }
  }

  package let constants: Constants
  private var current = 0.0
  private(set) var speed = 0.0
  private var angle = 0.0

  package init(_ constants: Constants) { self.constants = constants }

  /// Advances by a time that is short compared with the winding's constant.
  package mutating func advance(voltage: Double, milliseconds: Double) {
    let generated = (1 - constants.friction - constants.drag) * speed
    current += (voltage - generated - current) * milliseconds / constants.electrical
    current = max(current, 0)
    if speed > 0 || current > constants.stiction {
      let torque = current - constants.friction - constants.drag * speed
      // Full drive leads to speed 1 with this constant, because back-EMF and drag brake by 1 - friction in total.
      speed = max(speed + torque / (1 - constants.friction) * milliseconds / constants.mechanical, 0)
    }
    angle += 2 * Double.pi * constants.hertz * speed * milliseconds / 1000
    if angle > 2 * Double.pi { angle -= 2 * Double.pi }
  }

  /// The acceleration of the case, in g.
  package var acceleration: (x: Double, y: Double) {
    let force = constants.acceleration * speed * speed
    return (force * cos(angle), force * sin(angle))
  }

  /// The time to 90 % of full acceleration under full drive, and that to 10 % after its end, in milliseconds.
  package var startAndStop: (start: Double, stop: Double) {
    var motor = ElectricMotor(constants)
    func time(_ voltage: Double, until holds: (ElectricMotor) -> Bool) -> Double {
      var time = 0.0
      while !holds(motor), time < 2000 {
        motor.advance(voltage: voltage, milliseconds: 0.05)
        time += 0.05
      }
      return time
    }
    let start = time(1) { $0.speed * $0.speed >= 0.9 }
    for _ in 0..<40_000 { motor.advance(voltage: 1, milliseconds: 0.05) }
    return (start, time(0) { $0.speed * $0.speed <= 0.1 })
  }
}
