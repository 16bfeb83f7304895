@_exported public import MotorOutput

// Levels as effects of a device.

extension Level {
  /// Whether a motor is weaker than at `other`.
  func isLower(than other: Level) -> Bool { strong < other.strong || weak < other.weak }
}

extension LeasedLevel {
  /// An effect without strength. A driver that plays it sends the silence to the device.
  static let nothing = LeasedLevel(.off, .short)

  /// The unknown content of a slot. It equals no effect that is ever played: no effect without strength has this lease.
  static let unknown = LeasedLevel(.off, .long)

  /// The effect with only the properties that devices of this type distinguish, so that equal effects share a slot.
  func normalised(for type: EffectType) -> LeasedLevel {
    var effect = self
    switch type {
    case .rumble:
      effect.level.periodMilliseconds = 0
    case .sine:
      let strength = max(level.strong, level.weak)
      effect.level.strong = strength
      effect.level.weak = strength
      if level.periodMilliseconds == 0 { effect.level.periodMilliseconds = LeasedLevel.sinePeriodMilliseconds }
    }
    return effect
  }

  /// 167 Hz. The MPEG reference encoder maps sharpness 0...1 to 65...300 Hz; its middle, 182 Hz, lies between the whole
  /// milliseconds 5 and 6, of which 6 is inside the band of more motors (150...250 Hz).
  static let sinePeriodMilliseconds: UInt8 = 6
}
