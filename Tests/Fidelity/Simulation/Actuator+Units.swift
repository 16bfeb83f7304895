// Other units of an actuator: whoever tunes a renderer to one simulated motor is found out by its sisters.

extension Actuator {
  /// How far constants of units of a type are from those of the type, as a factor either way: data sheets of vibration
  /// motors allow their speed a fifth and more (DOOCO DEV-3408: 9 000 ± 2 000 rpm).
  static let spread = 1.25
  /// How far people are from the mean in the exponent of their sensation.
  static let exponentSpread = 0.08

  /// Eight units that differ in four things at once, each of them up in one half of the units and down in the other, and
  /// any two of them in all combinations: a half of the sixteen that there are.
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
