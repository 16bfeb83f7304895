/// The strength of the motors of a node.
public struct Magnitudes: Hashable, Sendable {
  /// The strength of the heavy, low-frequency motor or of the only one; 65535 is the maximum of the device.
  public var strong: UInt16
  /// The strength of the light, high-frequency motor. Set it like `strong` for a single motor: some drivers read only
  /// one of the two.
  public var weak: UInt16
  /// The period of the sine on devices that take `EffectType.sine`; 0 selects a default. Ignored on rumble devices.
  public var periodMilliseconds: UInt16

  public init(strong: UInt16, weak: UInt16, periodMilliseconds: UInt16 = 0) {
    self.strong = strong
    self.weak = weak
    self.periodMilliseconds = periodMilliseconds
  }

  /// Motors that stand still.
  public static let off = Magnitudes(strong: 0, weak: 0)

  /// Whether both motors are off.
  public var isOff: Bool { strong == 0 && weak == 0 }

  /// Whether a motor is weaker than at `other`.
  func isLower(than other: Magnitudes) -> Bool { strong < other.strong || weak < other.weak }
}

/// The time after which the kernel ends an effect that was not stopped or renewed. There are few lengths, so that the
/// same level is rarely uploaded twice. The daemon always writes the stop itself, earlier.
public enum Lease: UInt16, Sendable, CaseIterable {
  case short = 64
  case medium = 256
  case long = 1024

  /// The lease as `replay.length`.
  public var milliseconds: UInt16 { rawValue }
}

/// The content of one slot of a device.
public struct Effect: Hashable, Sendable {
  public var magnitudes: Magnitudes
  public var lease: Lease

  public init(_ magnitudes: Magnitudes, _ lease: Lease) {
    self.magnitudes = magnitudes
    self.lease = lease
  }

  /// An effect without strength. A driver that plays it sends the silence to the device.
  static let nothing = Effect(.off, .short)

  /// The unknown content of a slot. It equals no effect that is ever played: no effect without strength has this lease.
  static let unknown = Effect(.off, .long)

  /// The effect with only the properties that devices of this type distinguish, so that equal effects share a slot.
  func normalised(for type: EffectType) -> Effect {
    var effect = self
    switch type {
    case .rumble:
      effect.magnitudes.periodMilliseconds = 0
    case .sine:
      let level = max(magnitudes.strong, magnitudes.weak)
      effect.magnitudes.strong = level
      effect.magnitudes.weak = level
      if magnitudes.periodMilliseconds == 0 { effect.magnitudes.periodMilliseconds = Effect.sinePeriodMilliseconds }
    }
    return effect
  }

  /// 167 Hz. The MPEG reference encoder maps sharpness 0...1 to 65...300 Hz; its middle, 182 Hz, lies between the whole
  /// milliseconds 5 and 6, of which 6 is inside the band of more motors (150...250 Hz).
  static let sinePeriodMilliseconds: UInt16 = 6
}

/// The type of effects that a node accepts, proved by an upload: some drivers accept less than their capability bits
/// say.
public enum EffectType: Sendable {
  /// `FF_RUMBLE`: two magnitudes.
  case rumble
  /// `FF_PERIODIC` with `FF_SINE`: one magnitude, the larger of the two, and a period.
  case sine
}

/// The arguments of an upload.
struct Upload: Hashable, Sendable {
  var type: EffectType
  var effect: Effect
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
