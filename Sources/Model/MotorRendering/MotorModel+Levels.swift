internal import Glibc

extension MotorModel {
  /// The number of levels of a motor, without off.
  static let levelCount = 12

  /// The drives of the palette, strongest first: a geometric series with the just noticeable ratio. More levels would
  /// occupy slots without a noticeable difference.
  static let drives = (0..<levelCount).map { pow(Constants.justNoticeableRatio, -Double($0)) }

  /// Every second drive of the palette, for taps on two motors; the length of a push corrects the strength.
  static let coarseDrives = stride(from: 0, to: levelCount, by: 2).map { drives[$0] }

  /// The drives between two coarse drives that correct the length of a tap to whole transfers: 0.8 dB of loudness apart.
  static let fineDrives = (0..<2 * levelCount).map { pow(1.025, -Double($0)) }

  /// The ratio of adjacent drives of vibrations: a just noticeable difference.
  ///
  /// The acceleration of an eccentric mass is proportional to the square of its speed, so that half of the ratio is
  /// noticeable.
  var levelRatio: Double {
    strong.isSpring ? Constants.justNoticeableRatio : Constants.justNoticeableRatio.squareRoot()
  }

  /// Returns the drive of a vibration nearest to `drive` in ratio; 0 if `drive` is 0 or less.
  ///
  /// The drives are those of the palette, on eccentric masses with one more between any two. A drive that is less than
  /// half a noticeable difference below full drive becomes full drive, so that a motor can be used fully at each
  /// sharpness. A drive below the weakest level becomes the weakest level. On an on/off motor every drive above 0 becomes 1.
  ///
  /// - Parameter ratio: the ratio of adjacent drives; nil for `levelRatio`.
  func quantised(_ drive: Double, ratio: Double? = nil) -> Double {
    guard drive > 0 else { return 0 }
    if isOnOff || drive >= Self.nearlyFull { return 1 }
    let ratio = ratio ?? levelRatio
    return max(pow(ratio, (log(drive) / log(ratio)).rounded()), Self.drives[Self.levelCount - 1])
  }

  private static let nearlyFull = 1 / Constants.justNoticeableRatio.squareRoot()

  /// Returns the level for a drive, 0...1, of each motor.
  func level(strong: Double, weak: Double) -> Level {
    let strong = magnitude(strong)
    return Level(strong: strong, weak: self.weak == nil ? strong : magnitude(weak))
  }

  /// Returns the drive of each motor, 0...1, for `level`: the inverse of `level(strong:weak:)`.
  ///
  /// For a single motor, the larger magnitude counts, because drivers differ in the one that they use.
  func drives(of level: Level) -> (strong: Double, weak: Double) {
    weak == nil ? (drive(max(level.strong, level.weak)), 0) : (drive(level.strong), drive(level.weak))
  }

  /// The magnitude at which the motor starts to move.
  private var lowest: Double { min(max(Double(floor), deadband * Double(ceiling)), Double(ceiling)) }

  private func magnitude(_ drive: Double) -> UInt16 {
    guard drive > 0 else { return 0 }
    let full = Double(ceiling)
    let magnitude = isOnOff || drive >= 1 ? full : max(lowest + drive * (full - lowest), 1)
    return equalBytes ? UInt16(max((magnitude / 257).rounded(.down), 1)) * 257 : UInt16(magnitude.rounded())
  }

  private func drive(_ magnitude: UInt16) -> Double {
    guard magnitude > 0 else { return 0 }
    if isOnOff || magnitude >= ceiling { return 1 }
    return max((Double(magnitude) - lowest) / (Double(ceiling) - lowest), 0)
  }

  /// Returns the level for a playback that is ducked under one of higher priority. Returns `.off` if the motor has no
  /// weaker level, or if the result would not be felt.
  public func ducked(_ level: Level) -> Level {
    let (strong, weak) = (ducked(level.strong), ducked(level.weak))
    if isOnOff || strong == 0 && weak == 0 { return .off }
    return Level(strong: strong, weak: weak, periodMilliseconds: level.periodMilliseconds)
  }

  /// The fraction of the magnitude: weaker by two just noticeable differences (30 % each), and still clearly felt.
  static let duckedShare = 0.5

  private func ducked(_ magnitude: UInt16) -> UInt16 {
    let wanted = Double(magnitude) * Self.duckedShare
    guard wanted >= max(lowest, 1) else { return 0 }
    return equalBytes ? UInt16(wanted) >> 8 * 0x101 : UInt16(wanted)
  }

  /// Returns the load of a level: its drive as a fraction of full drive, 0...1.
  public func load(of level: Level) -> Double {
    min(Double(max(level.strong, level.weak)) / Double(max(ceiling, 1)), 1)
  }
}

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
