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
    mutating func read(beyond moment: Double, _ next: () throws(BudgetSpent) -> Passage?) throws(BudgetSpent) {
      while !isOver, passage.map({ $0.end <= moment }) ?? true {
        passage = try next()
        isOver = passage == nil
      }
    }
  }

  init(_ vibrations: VibrationReader, _ rolls: RollReader) {
    self.vibrations = vibrations
    self.rolls = rolls
  }

  /// Returns the same overlay under changed controls, from `moment` of real time on.
  func turned(
    to score: Score, _ tapReader: TapReader, from moment: Double, controlsFrom now: Double
  ) -> Overlay {
    var overlay = Overlay(
      vibrations.turned(to: score, from: moment, controlsFrom: now), rolls.turned(tapReader))
    overlay.moment = moment
    return overlay
  }

  /// Returns the next passage; nil after the last passage of both rows.
  mutating func next(_ work: inout WorkBudget) throws(BudgetSpent) -> Passage? {
    try left.read(beyond: moment) { () throws(BudgetSpent) in try vibrations.next(&work) }
    try right.read(beyond: moment) { () throws(BudgetSpent) in try rolls.next(&work) }
    guard var strongest = left.passage ?? right.passage else { return nil }
    if let right = right.passage, right.strength > strongest.strength { strongest = right }
    strongest.start = moment
    strongest.end = min(left.passage?.end ?? .infinity, right.passage?.end ?? .infinity)
    moment = strongest.end
    return strongest
  }
}
