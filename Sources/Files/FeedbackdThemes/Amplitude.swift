internal import Glibc
package import HapticPatterns

/// The conversion for formats that give a motor's amplitude, not the felt strength.
package enum Amplitude {
  /// The exponent of Stevens' law: felt strength is the amplitude to this power. Measurements give 0.5 to 1; Android
  /// scales its own effects with this value. hapticd's motor model uses the same value in reverse, so that an accurate
  /// model gives the amplitude of the file.
  package static let exponent = 0.65

  /// Returns the felt strength of an amplitude of 0...1.
  package static func strength(of amplitude: Double) -> Intensity { Intensity(pow(max(amplitude, 0), exponent)) }
}
