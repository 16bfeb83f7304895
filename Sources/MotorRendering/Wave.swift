internal import Glibc

// Some devices play a sine (FF_PERIODIC) where others take two magnitudes. Their motor is one, and it follows a
// frequency: there the sharpness of an event is its pitch.

extension MotorModel {
  /// The period of the wave for a sharpness of 0...1, in milliseconds; 0 where the device plays no waves.
  ///
  /// From 65 Hz when dull to 300 Hz when sharp, linear: the mapping of the MPEG reference encoder for AHAP, Apple's own
  /// being unpublished. A kernel effect has its period in whole milliseconds, and a hand tells frequencies apart that
  /// differ by a quarter or a fifth (Israr, Tan, Reed 2006): the few periods of `wavePeriods` are all it takes.
  func wavePeriod(sharpness: Double) -> UInt8 {
    guard playsWaves else { return 0 }
    let wanted = 1000 / (Self.dullHertz + (Self.sharpHertz - Self.dullHertz) * min(max(sharpness, 0), 1))
    return Self.wavePeriods.min { abs(log(Double($0) / wanted)) < abs(log(Double($1) / wanted)) } ?? 0
  }

  private static let dullHertz = 65.0
  private static let sharpHertz = 300.0
  private static let wavePeriods: [UInt8] = [15, 11, 8, 6, 4, 3]
}
