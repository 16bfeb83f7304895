internal import Glibc

extension MotorModel {
  /// How many levels a motor has besides off.
  static let levelCount = 12

  /// The drives a motor is given, strongest first: geometric, in steps that a hand just tells apart. More of them
  /// would occupy slots without being felt.
  static let drives = (0..<levelCount).map { pow(Perception.justNoticeableRatio, -Double($0)) }

  /// Every second one, for what has another way to be exact.
  static let coarseDrives = stride(from: 0, to: levelCount, by: 2).map { drives[$0] }

  /// The drive of the palette nearest to `drive` in ratio; 0 for nothing or less.
  ///
  /// What is weaker than the weakest level becomes that one. On an on/off motor everything is full.
  func quantised(_ drive: Double) -> Double {
    guard drive > 0 else { return 0 }
    if isOnOff { return 1 }
    let index = (-log(drive) / log(Perception.justNoticeableRatio)).rounded()
    return Self.drives[Int(min(max(index, 0), Double(Self.levelCount - 1)))]
  }

  /// The level for a drive, 0...1, of each motor.
  func level(strong: Double, weak: Double) -> Level {
    let strong = magnitude(strong)
    return Level(strong: strong, weak: self.weak == nil ? strong : magnitude(weak))
  }

  /// The drive of each motor, 0...1, that `level` amounts to: the inverse of `level(strong:weak:)`.
  ///
  /// A single motor follows the larger of both magnitudes, as its drivers do in one way or another.
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
