@_exported public import MotorDriving

/// The type of effects that a node accepts, proved by an upload: some drivers accept less than their capability bits
/// say.
package enum EffectType: Sendable {
  /// `FF_RUMBLE`: two magnitudes.
  case rumble
  /// `FF_PERIODIC` with `FF_SINE`: one magnitude, the larger of the two, and a period.
  case sine
  /// `FF_CONSTANT`: one level, the larger of the two. On a wheel or a stick this is a force, so only devices whose hardware
  /// data say so get it.
  case constant
}

struct Upload: Hashable, Sendable {
  var type: EffectType
  var effect: LeasedLevel
  /// The slot to change; nil for a new one.
  var slot: Int16?
}

/// An event written to the node. The corresponding kernel structure is `input_event` of type `EV_FF`.
enum Command: Hashable, Sendable {
  case play(Int16)
  case stop(Int16)
  /// The device's overall gain, full.
  case fullGain
}

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
    case .constant:
      let strength = max(level.strong, level.weak)
      effect.level = Level(strong: strength, weak: strength)
    }
    return effect
  }

  /// 167 Hz. The MPEG reference encoder maps sharpness 0...1 to 65...300 Hz; its middle, 182 Hz, lies between the whole
  /// milliseconds 5 and 6, of which 6 is inside the band of more motors (150...250 Hz).
  static let sinePeriodMilliseconds: UInt8 = 6
}
