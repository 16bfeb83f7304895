internal import HapticPatterns

/// Reads passages and taps ahead of the present moment.
struct LookAhead: Sendable {
  /// The number of taps that are known ahead. If the intervals between all of them are too short, they are a train.
  static let window = 5

  private var vibrations: VibrationReader
  private var tapReader: TapReader
  /// The passages without gaps; the first contains the present moment. Empty after the last vibration.
  private(set) var passages: [Passage] = []
  /// The upcoming taps in order.
  var taps: [Tap] = []
  private var hasMorePassages = true
  private var hasMoreTaps = true

  init(_ vibrations: VibrationReader, _ tapReader: TapReader) {
    self.vibrations = vibrations
    self.tapReader = tapReader
  }

  /// Removes passages that end before `now`, and reads up to `horizon`.
  mutating func look(from now: Double, to horizon: Double, _ work: inout WorkBudget) throws(BudgetSpent) {
    while let first = passages.first, first.end <= now { passages.removeFirst() }
    while hasMorePassages, passages.last?.end ?? now <= horizon {
      let next = try vibrations.next(&work)
      if let next, next.end > now { passages.append(next) }
      hasMorePassages = next != nil
    }
    while hasMoreTaps, taps.count < Self.window {
      let next = try tapReader.next(&work)
      if let next { taps.append(next) }
      hasMoreTaps = next != nil
    }
  }

  /// Reads again from `moment` on, under changed controls. Does not change steps that are already drawn.
  mutating func turn(to score: Score, from moment: Double) {
    tapReader = tapReader.turned(to: score, from: taps.first)
    vibrations = vibrations.turned(to: score, from: moment)
    passages.removeAll()
    taps.removeAll()
    (hasMorePassages, hasMoreTaps) = (true, true)
  }

  var isOver: Bool { passages.isEmpty && taps.isEmpty && !hasMorePassages && !hasMoreTaps }

  /// Returns the passage at `moment`, or nil after the last vibration.
  func passage(at moment: Double) -> Passage? { passages.first { $0.end > moment } }

  /// Returns the time at which the vibration at `moment` ends; infinity if that is not in sight.
  func end(of moment: Double) -> Double {
    passages.first { $0.end > moment && $0.strength == 0 }?.start
      ?? (hasMorePassages ? .infinity : passages.last?.end ?? moment)
  }

  /// Returns the next vibration after `moment` that follows a silence of at least `Constants.fusion`.
  func separateOnset(after moment: Double) -> Passage? {
    var silence: Double?
    for passage in passages where passage.end > moment {
      if passage.strength == 0 {
        silence = silence ?? passage.start
      } else {
        if let silence, passage.start - silence >= Constants.fusion { return passage }
        silence = nil
      }
    }
    return nil
  }

  /// Returns the next passage after `moment` that is noticeably weaker than the one before it, more than on a slope. Silence
  /// follows the last passage; if it is the last event as well, it lasts as long as requested.
  func fall(after moment: Double) -> Passage? {
    var strength: Double?
    for passage in passages where passage.end > moment {
      if let strength, passage.strength * Perception.noticeable < strength { return passage }
      strength = passage.strength
    }
    guard !hasMorePassages, !taps.isEmpty, let last = passages.last, last.strength > 0 else { return nil }
    return Passage(start: last.end, end: .infinity, strength: 0, sharpness: last.sharpness)
  }
}
