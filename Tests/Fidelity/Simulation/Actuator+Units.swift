// Other units of an actuator, which reveal a renderer that is tuned to one simulated motor.

extension Actuator {
  /// The factor between the constants of a unit and those of its type, in either direction. Data sheets of vibration
  /// motors allow a fifth and more for the speed (DOOCO DEV-3408: 9 000 ± 2 000 rpm).
  static let spread = 1.25
  /// The difference between users' exponents of sensation and the mean.
  static let exponentSpread = 0.08

  /// Eight units that differ in four properties at once. Each property is high in one half of the units and low in the
  /// other, and any two of them occur in all combinations: a half of the sixteen combinations.
  public var units: [Actuator] {
    (0..<8).map { index in
      let (a, b, c) = (index & 1 != 0, index & 2 != 0, index & 4 != 0)
      return unit(slower: a, stickier: b, steeper: c, lighter: a != (b != c))
    }
  }

  private func unit(slower: Bool, stickier: Bool, steeper: Bool, lighter: Bool) -> Actuator {
    func factor(_ isMore: Bool) -> Double { isMore ? Self.spread : 1 / Self.spread }
    let motors = motors.map { motor -> Motor in
      switch motor {
      case .spinner(var constants):
        constants.inertia *= factor(slower)
        constants.friction *= factor(stickier)
        constants.stiction *= factor(stickier)
        return .spinner(constants)
      case .resonator(var constants):
        constants.decay *= factor(slower)
        constants.detuning *= stickier ? 2 : 0
        return .resonator(constants)
      }
    }
    let gains = gains.enumerated().map { $0 == 0 ? $1 : $1 / factor(lighter) }
    let exponent = sensation.exponent + (steeper ? Self.exponentSpread : -Self.exponentSpread)
    return Actuator(
      preset: preset, title: title, motors: motors, gains: gains, driver: driver,
      sensation: Sensation(exponent: exponent, threshold: sensation.threshold * factor(lighter)))
  }
}
