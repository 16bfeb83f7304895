internal import Glibc

extension MotorModel {
  /// The number of levels of a motor, without off.
  static let levelCount = 12

  /// The drives of the palette, strongest first: a geometric series with the just noticeable ratio. More levels would
  /// occupy slots without a noticeable difference.
  static let drives = (0..<levelCount).map { pow(Perception.justNoticeableRatio, -Double($0)) }

  /// Every second drive of the palette, for taps on two motors; the length of a push corrects the strength.
  static let coarseDrives = stride(from: 0, to: levelCount, by: 2).map { drives[$0] }

  /// Returns the drive of the palette nearest to `drive` in ratio; 0 if `drive` is 0 or less.
  ///
  /// A drive below the weakest level becomes the weakest level. On an on/off motor every drive above 0 becomes 1.
  func quantised(_ drive: Double) -> Double {
    guard drive > 0 else { return 0 }
    if isOnOff { return 1 }
    let index = (-log(drive) / log(Perception.justNoticeableRatio)).rounded()
    return Self.drives[Int(min(max(index, 0), Double(Self.levelCount - 1)))]
  }

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
}
