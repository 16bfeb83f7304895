/// How strongly the motors of a node turn.
public struct Magnitudes: Hashable, Sendable {
  /// Of the heavy, low motor, or of the only one; 0...65535, where 65535 is all the device gives.
  public var strong: UInt16
  /// Of the light, fast motor. With a single motor set it like `strong`: drivers differ in which of the two they read.
  public var weak: UInt16
  /// Of the sine on devices that take `EffectType.sine`; 0 leaves it to us. Without meaning on rumble devices.
  public var periodMilliseconds: UInt16

  public init(strong: UInt16, weak: UInt16, periodMilliseconds: UInt16 = 0) {
    self.strong = strong
    self.weak = weak
    self.periodMilliseconds = periodMilliseconds
  }

  /// Standing still.
  public static let off = Magnitudes(strong: 0, weak: 0)

  /// Whether neither motor turns.
  public var isOff: Bool { strong == 0 && weak == 0 }

  /// Whether a motor turns slower than at `other`.
  func isLower(than other: Magnitudes) -> Bool { strong < other.strong || weak < other.weak }
}

/// After how long the kernel ends an effect that nobody stopped or renewed: the dead man's limit. Few lengths, so that
/// the same level is rarely uploaded twice. We always write the stop ourselves, earlier.
public enum Lease: UInt16, Sendable, CaseIterable {
  case short = 64
  case medium = 256
  case long = 1024

  /// The lease as `replay.length`.
  public var milliseconds: UInt16 { rawValue }
}

/// What one slot of a device holds.
public struct Effect: Hashable, Sendable {
  public var magnitudes: Magnitudes
  public var lease: Lease

  public init(_ magnitudes: Magnitudes, _ lease: Lease) {
    self.magnitudes = magnitudes
    self.lease = lease
  }

  /// No strength at all: what is off is stopped, not played, except to make a driver say so.
  static let nothing = Effect(.off, .short)

  /// What a slot holds when nobody knows. Never asked for: nothing that is off has so long a lease.
  static let unknown = Effect(.off, .long)

  /// As a device of this type can tell it from others, so that equal effects share a slot.
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

/// What a node accepts, proved by an upload: the capability bits promise more than some drivers keep.
public enum EffectType: Sendable {
  /// `FF_RUMBLE`: two magnitudes.
  case rumble
  /// `FF_PERIODIC` with `FF_SINE`: one magnitude, the larger of the two, and a period.
  case sine
}

/// An upload as the node gets it.
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
