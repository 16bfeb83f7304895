/// Taps that are felt as one vibration, as passages in order and without gaps.
///
///     taps       |╲|╲|╲|╲       |╲          each falls in a straight line from its start
///     passages   ▆▆▆▆▆▆▆▃  silence          as strong as its mean until the next one
///
struct RollReader: Sendable {
  private var tapReader: TapReader
  private var moment = 0.0
  private var coming: Tap?

  init(_ tapReader: TapReader) { self.tapReader = tapReader }

  /// Returns the next passage; `.end` after the last tap.
  mutating func next(_ work: inout WorkBudget) -> ReadResult<Passage> {
    while true {
      if coming == nil {
        switch tapReader.next(&work) {
        case .one(let tap): coming = tap
        case .end: return .end
        case .unfinished: return .unfinished
        }
      }
      guard let tap = coming else { continue }
      if moment < tap.start { return .one(take(to: tap.start, strength: 0, tap.sharpness)) }
      coming = nil
      guard tap.isRolling else { continue }
      let end = tap.start + min(tap.after, tap.length / 2)
      if end > moment {
        let strength = tap.strength * (1 - (end - tap.start) / (2 * tap.length))
        return .one(take(to: end, strength: strength, tap.sharpness))
      }
    }
  }

  private mutating func take(to end: Double, strength: Double, _ sharpness: Double) -> Passage {
    defer { moment = end }
    return Passage(start: moment, end: end, strength: strength, sharpness: sharpness)
  }
}
