extension MotorModel {
  /// The level at which something is still felt beneath what matters more; off where the motor cannot do less, or
  /// where nothing of it would be felt.
  public func ducked(_ level: Level) -> Level {
    if isOnOff || level == .off { return .off }
    return Level(
      strong: ducked(level.strong), weak: ducked(level.weak), periodMilliseconds: level.periodMilliseconds
    )
    .restingWhereOff
  }

  /// Clearly weaker, by two steps of what a hand tells apart (30 % each), and clearly there.
  static let duckedShare = 0.5

  private func ducked(_ magnitude: UInt16) -> UInt16 {
    let wanted = Double(magnitude) * Self.duckedShare
    guard wanted >= max(Double(floor), deadband * Double(ceiling)), wanted >= 1 else { return 0 }
    return equalBytes ? UInt16(wanted) >> 8 * 0x101 : UInt16(wanted)
  }

  /// The load of a level: its drive as a share of full, 0...1.
  public func load(of level: Level) -> Double {
    min(Double(max(level.strong, level.weak)) / Double(max(ceiling, 1)), 1)
  }
}

extension Level {
  fileprivate var restingWhereOff: Level { strong == 0 && weak == 0 ? .off : self }
}
