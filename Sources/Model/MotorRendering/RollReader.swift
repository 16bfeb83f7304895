/// Taps that are felt as one vibration, as passages in order and without gaps.
///
///     taps       |╲ |╲ |╲ |╲       |╲       each falls in a straight line from its start
///     passages   ▅▅▅▅▅▅▅▅▅▆  silence        as strong as its mean until the next one
///
/// On a fast motor, the stronger half of a tap is its passage, and silence follows until the next tap.
struct RollReader: Sendable {
  private var tapReader: TapReader
  /// Whether the motor is too slow for the silences between taps.
  private let isJoined: Bool
  private var moment = 0.0
  private var coming: Tap?

  init(_ tapReader: TapReader, isJoined: Bool) {
    self.tapReader = tapReader
    self.isJoined = isJoined
  }

  /// Returns the same reader under changed controls.
  func turned(_ tapReader: TapReader) -> RollReader { RollReader(tapReader, isJoined: isJoined) }

  /// Returns the next passage; nil after the last tap.
  mutating func next(_ work: inout WorkBudget) throws(BudgetSpent) -> Passage? {
    while true {
      if coming == nil { coming = try tapReader.next(&work) }
      guard let tap = coming else { return nil }
      if moment < tap.start { return take(to: tap.start, strength: 0, tap.sharpness) }
      coming = nil
      guard tap.isRolling else { continue }
      let length = isJoined && tap.rollsOn ? tap.after : min(tap.after, tap.length / 2)
      if tap.start + length > moment {
        return take(to: tap.start + length, strength: tap.mean(over: length), tap.sharpness)
      }
    }
  }

  private mutating func take(to end: Double, strength: Double, _ sharpness: Double) -> Passage {
    defer { moment = end }
    return Passage(start: moment, end: end, strength: strength, sharpness: sharpness)
  }
}
