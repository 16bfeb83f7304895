extension ElectricMotor.Constants {
  /// The heavy and the light motor of a gamepad, and the motor of a phone.
  package static let heavy = ElectricMotor.Constants(
    friction: 0.1, stiction: 0.18, mechanical: 27, electrical: 2.5, hertz: 62, acceleration: 1.1)
  package static let light = ElectricMotor.Constants(
    friction: 0.1, stiction: 0.16, mechanical: 12, electrical: 1.5, hertz: 163, acceleration: 0.8)
  package static let coin = ElectricMotor.Constants(
    friction: 0.15, stiction: 0.28, mechanical: 24, electrical: 2, hertz: 193, acceleration: 0.9)

  /// A unit whose constants differ by these factors.
  package func unit(inertia: Double = 1, friction factor: Double = 1, strength: Double = 1) -> Self {
    var unit = self
    unit.mechanical *= inertia
    unit.friction *= factor
    unit.stiction *= factor
    unit.acceleration *= strength
    return unit
  }
}

extension ShakenDevice {
  package static func pad(
    _ heavy: ElectricMotor.Constants = .heavy, _ light: ElectricMotor.Constants = .light
  ) -> ShakenDevice {
    ShakenDevice([.electric(ElectricMotor(heavy)), .electric(ElectricMotor(light))])
  }

  package static func phone(_ motor: ElectricMotor.Constants = .coin) -> ShakenDevice {
    ShakenDevice([.electric(ElectricMotor(motor))])
  }

  package static func resonant(_ constants: ResonantMotor.Constants) -> ShakenDevice {
    ShakenDevice([.resonant(ResonantMotor(constants))])
  }
}
