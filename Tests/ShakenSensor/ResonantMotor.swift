internal import Glibc

/// A mass on a spring, driven by a coil at its resonance: the case shakes along one axis.
package struct ResonantMotor: Sendable {
  package struct Constants: Sendable {
    package var hertz: Double
    /// The quality of the resonance.
    package var quality: Double
    /// The acceleration of the case at full vibration, in g.
    package var acceleration: Double

    package init(hertz: Double, quality: Double, acceleration: Double) {
      self.hertz = hertz
      self.quality = quality
      self.acceleration = acceleration
    }

    /// The time to 90 % of the vibration, and from its end to 10 %, in milliseconds.
    package var start: Double { log(10) * quality / (Double.pi * hertz) * 1000 }
  }

  package let constants: Constants
  private var place = 0.0
  private var speed = 0.0
  private var phase = 0.0

  package init(_ constants: Constants) { self.constants = constants }

  /// x'' + ω/Q x' + ω² x = ω²/Q · drive · sin ωt, so that x has amplitude 1 at full drive.
  package mutating func advance(drive: Double, milliseconds: Double) {
    let omega = 2 * Double.pi * constants.hertz / 1000
    phase += omega * milliseconds
    let force = omega * omega / constants.quality * drive * sin(phase)
    speed += (force - omega / constants.quality * speed - omega * omega * place) * milliseconds
    place += speed * milliseconds
  }

  package var acceleration: Double { constants.acceleration * place }
}
