// Other units of an actuator, which reveal a renderer that is tuned to one simulated motor.

extension Actuator {
  /// The factor between the constants of a unit and those of its type, in either direction. Data sheets of vibration
  /// motors allow a fifth and more for the speed (DOOCO DEV-3408: 9 000 ± 2 000 rpm).
  static let spread = 1.25

  /// Eight units that differ in five properties at once: rise, fall, start voltage, strength and speed. Each property is
  /// high in one half of the units and low in the other (a fractional factorial design, 2⁵⁻²). The current of every
  /// second unit follows the supply at once, so that its motor is of first order.
  ///
  /// No tuning run looks at the half that `heldOutUnits` lists.
  package var units: [Actuator] { (0..<8).map(unit) }

  package var tuningUnits: [Actuator] { [0, 3, 5, 6].map(unit) }
  package var heldOutUnits: [Actuator] { [1, 2, 4, 7].map(unit) }

  private func unit(_ index: Int) -> Actuator {
    func factor(_ isMore: Bool) -> Double { isMore ? Self.spread : 1 / Self.spread }
    let (a, b, c) = (index & 1 != 0, index & 2 != 0, index & 4 != 0)
    let (rise, fall, start) = (factor(a), factor(b), factor(c))
    let (strength, speed) = (factor(a != b), factor(a != c))
    let motors = motors.map { motor -> Motor in
      switch motor {
      case .spinner(var constants):
        // Friction alone brakes: a unit that falls more slowly has less of it, for the same inertia.
        constants.inertia *= rise
        constants.friction *= rise / fall
        constants.stiction = max(constants.stiction * start, constants.friction)
        if b != c { constants.lag = Self.immediate }
        return .spinner(constants)
      case .resonator(var constants):
        constants.decay *= rise
        constants.detuning *= c ? 2 : 0
        return .resonator(constants)
      }
    }
    // The motors of a pair vary in opposite directions, so that the gain between them varies as well.
    let gains = gains.enumerated().map { $0 == 0 ? $1 * strength : $1 / strength }
    return Actuator(
      preset: preset, title: title, motors: motors, gains: gains, speed: isTurning ? speed.squareRoot() : 1,
      driver: driver, sensation: sensation, notion: notion)
  }

  /// A time constant of the current that is shorter than a tick of the simulation, in milliseconds.
  private static let immediate = 0.05
}
