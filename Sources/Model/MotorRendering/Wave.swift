internal import Glibc

// Some devices play a sine (FF_PERIODIC) instead of two magnitudes. They have one motor, which follows a frequency: the
// sharpness of an event sets its pitch.

extension MotorModel {
  /// Returns the period of the wave for a sharpness of 0...1, in milliseconds; 0 if the device plays no waves.
  ///
  /// The frequency is linear in sharpness, from 65 Hz (dull) to 300 Hz (sharp): the mapping of the MPEG reference
  /// encoder for AHAP, because Apple's own is unpublished. A kernel effect has its period in whole milliseconds, and
  /// users distinguish frequencies that differ by a quarter or a fifth (Israr, Tan, Reed 2006), so that the few periods
  /// of `wavePeriods` are sufficient.
  func wavePeriod(sharpness: Double) -> UInt8 {
    guard playsWaves else { return 0 }
    let wanted = 1000 / (Self.dullHertz + (Self.sharpHertz - Self.dullHertz) * min(max(sharpness, 0), 1))
    return Self.wavePeriods.min { abs(log(Double($0) / wanted)) < abs(log(Double($1) / wanted)) } ?? 0
  }

  private static let dullHertz = 65.0
  private static let sharpHertz = 300.0
  private static let wavePeriods: [UInt8] = [15, 11, 8, 6, 4, 3]
}
