internal import HapticPatterns

/// Combines two rows of passages into the stronger one at each moment: the vibrations of a score, and taps that are
/// felt as one vibration.
struct Overlay: Sendable {
  private var vibrations: VibrationReader
  private var rolls: RollReader
  private var left = Head()
  private var right = Head()
  private var moment = 0.0

  /// The present passage of a row.
  private struct Head {
    var passage: Passage?
    var isOver = false

    /// Reads until a passage ends after `moment`.
    ///
    /// - Returns: false if the budget was spent before that.
    mutating func read(beyond moment: Double, _ next: () -> ReadResult<Passage>) -> Bool {
      while !isOver, passage.map({ $0.end <= moment }) ?? true {
        switch next() {
        case .one(let one): passage = one
        case .end: (passage, isOver) = (nil, true)
        case .unfinished: return false
        }
      }
      return true
    }
  }

  init(_ vibrations: VibrationReader, _ rolls: RollReader) {
    self.vibrations = vibrations
    self.rolls = rolls
  }

  /// Returns the same overlay under changed controls, from `moment` of real time on.
  func turned(to score: Score, _ tapReader: TapReader, from moment: Double) -> Overlay {
    var overlay = Overlay(vibrations.turned(to: score, from: moment), rolls.turned(tapReader))
    overlay.moment = moment
    return overlay
  }

  /// Returns the next passage; `.end` after the last passage of both rows.
  mutating func next(_ work: inout WorkBudget) -> ReadResult<Passage> {
    guard left.read(beyond: moment, { vibrations.next(&work) }), right.read(beyond: moment, { rolls.next(&work) })
    else { return .unfinished }
    guard var strongest = left.passage ?? right.passage else { return .end }
    if let right = right.passage, right.strength > strongest.strength { strongest = right }
    strongest.start = moment
    strongest.end = min(left.passage?.end ?? .infinity, right.passage?.end ?? .infinity)
    moment = strongest.end
    return .one(strongest)
  }
}
