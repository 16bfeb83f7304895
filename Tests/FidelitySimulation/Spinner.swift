internal import Glibc

/// A direct-current motor with an eccentric mass, on a switch to a supply: two states, the current that produces the
/// torque and the speed, and dry friction.
///
///     current' = (drive - backEMF · speed - current) / lag      never below 0
///     speed'   = (current - friction - drag · speed) / inertia  at rest only above `stiction`
///
/// Speeds are fractions of the speed under full drive; drives and torques are fractions of full drive and of its torque
/// at rest. The switch is a transistor with a diode across the motor, as on a phone's PWM, on a GPIO and in a gamepad:
/// the current cannot reverse, so that only friction brakes, and such motors fall more slowly than they rise.
package struct Spinner: Sendable {
  package struct Constants: Sendable {
    /// The torque that is needed to start, equal to the drive at which the motor starts.
    package var stiction: Double
    /// The torque of dry friction while the motor turns: the drive at which a turning motor stops.
    package var friction: Double
    /// The torque of air and oil at full speed.
    package var drag: Double
    /// The milliseconds in which full torque brings the free mass to full speed.
    package var inertia: Double
    /// The time constant of the supply and the winding, in milliseconds.
    package var lag: Double

    package init(stiction: Double, friction: Double, drag: Double, inertia: Double, lag: Double) {
      self.stiction = stiction
      self.friction = friction
      self.drag = drag
      self.inertia = inertia
      self.lag = lag
    }

    /// The value with which full drive leads to speed 1.
    var backEMF: Double { 1 - friction - drag }
  }

  package let constants: Constants
  package private(set) var current = 0.0
  package private(set) var speed = 0.0

  package init(_ constants: Constants) { self.constants = constants }

  /// Advances by `milliseconds` under `drive`, 0...1; accurate for steps well below `lag`.
  package mutating func advance(drive: Double, milliseconds: Double) {
    let target = drive - constants.backEMF * speed
    current = max(target + (current - target) * exp(-milliseconds / constants.lag), 0)
    if speed == 0 && current <= constants.stiction { return }
    let torque = current - constants.friction - constants.drag * speed
    speed = max(speed + torque * milliseconds / constants.inertia, 0)
  }

  /// The acceleration and the velocity of the vibration, as fractions of those at full speed. The force is that of a
  /// mass on a circle (speed squared), and its frequency is the speed: the velocity of the shaken object, force over
  /// frequency, is proportional to the speed.
  package var acceleration: Double { speed * speed }
  package var velocity: Double { speed }

  /// The energy of the motion, as a fraction of that at full speed.
  package var energy: Double { speed * speed }
}
