internal import HapticPatterns

/// The stronger of two rows of passages at each moment: the vibrations of a score, and taps that are felt as one.
struct Overlay: Sendable {
  private var outline: Outline
  private var rolls: RollLine
  private var left = Head()
  private var right = Head()
  private var moment = 0.0

  /// The present passage of a row.
  private struct Head {
    var passage: Passage?
    var isOver = false

    /// Reads on until a passage reaches beyond `moment`.
    ///
    /// - Returns: false where the budget was spent before that.
    mutating func read(beyond moment: Double, _ next: () -> Next<Passage>) -> Bool {
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

  init(_ outline: Outline, _ rolls: RollLine) {
    self.outline = outline
    self.rolls = rolls
  }

  /// The same under other controls, from `moment` of real time on.
  func turned(to score: Score, _ line: TapLine, from moment: Double) -> Overlay {
    var overlay = Overlay(outline.turned(to: score, from: moment), RollLine(line))
    overlay.moment = moment
    return overlay
  }

  /// The end comes after the last passage of both.
  mutating func next(_ work: inout WorkBudget) -> Next<Passage> {
    guard left.read(beyond: moment, { outline.next(&work) }), right.read(beyond: moment, { rolls.next(&work) })
    else { return .unfinished }
    guard var strongest = left.passage ?? right.passage else { return .end }
    if let right = right.passage, right.strength > strongest.strength { strongest = right }
    strongest.start = moment
    strongest.end = min(left.passage?.end ?? .infinity, right.passage?.end ?? .infinity)
    moment = strongest.end
    return .one(strongest)
  }
}
