extension MotorModel {
  /// Returns the level for a playback that is ducked under one of higher priority. Returns `.off` if the motor has no
  /// weaker level, or if the result would not be felt.
  public func ducked(_ level: Level) -> Level {
    if isOnOff || level == .off { return .off }
    return Level(
      strong: ducked(level.strong), weak: ducked(level.weak), periodMilliseconds: level.periodMilliseconds
    )
    .restingWhereOff
  }

  /// The fraction of the magnitude: weaker by two just noticeable differences (30 % each), and still clearly felt.
  static let duckedShare = 0.5

  private func ducked(_ magnitude: UInt16) -> UInt16 {
    let wanted = Double(magnitude) * Self.duckedShare
    guard wanted >= max(Double(floor), deadband * Double(ceiling)), wanted >= 1 else { return 0 }
    return equalBytes ? UInt16(wanted) >> 8 * 0x101 : UInt16(wanted)
  }

  /// Returns the load of a level: its drive as a fraction of full drive, 0...1.
  public func load(of level: Level) -> Double {
    min(Double(max(level.strong, level.weak)) / Double(max(ceiling, 1)), 1)
  }
}

extension Level {
  fileprivate var restingWhereOff: Level { strong == 0 && weak == 0 ? .off : self }
}
