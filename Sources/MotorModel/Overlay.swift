internal import HapticPatterns

/// The stronger of two rows of passages at each moment: the vibrations of a score, and taps that are felt as one.
struct Overlay: Sendable {
  private var outline: Outline
  private var rolls: RollLine
  private var left: Passage?
  private var right: Passage?
  private var moment = 0.0

  init(_ outline: Outline, _ rolls: RollLine) {
    self.outline = outline
    self.rolls = rolls
    left = self.outline.next()
    right = self.rolls.next()
  }

  /// The same under other controls, from `moment` of real time on.
  func turned(to score: Score, _ line: TapLine, from moment: Double) -> Overlay {
    var overlay = Overlay(outline.turned(to: score, from: moment), RollLine(line))
    overlay.moment = moment
    return overlay
  }

  /// Nil after the last passage of both.
  mutating func next() -> Passage? {
    while let one = left, one.end <= moment { left = outline.next() }
    while let other = right, other.end <= moment { right = rolls.next() }
    guard var strongest = left ?? right else { return nil }
    if let right, right.strength > strongest.strength { strongest = right }
    strongest.start = moment
    strongest.end = min(left?.end ?? .infinity, right?.end ?? .infinity)
    moment = strongest.end
    return strongest
  }
}
