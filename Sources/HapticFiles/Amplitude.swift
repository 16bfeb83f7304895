internal import Glibc
internal import HapticPatterns

/// Formats that say how far a motor is driven, not how strong that feels.
enum Amplitude {
  /// Sensation grows with this power of the amplitude (Stevens' law): between 0.5 and 1 as measured, and what Android
  /// scales its own effects with. hapticd's motor model takes the same on the way back, so that a motor which does what
  /// its model says gets the amplitude that the file asks for.
  static let exponent = 0.65

  /// How strong an amplitude of 0...1 feels.
  static func strength(of amplitude: Double) -> Intensity { Intensity(pow(max(amplitude, 0), exponent)) }
}
