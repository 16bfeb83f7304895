internal import HapticPatterns

/// What is coming: passages and taps, read ahead as far as somebody wants to look.
struct Outlook: Sendable {
  private var overlay: Overlay
  private var line: TapLine
  /// Without gaps, the first one holding the present moment; empty after the last vibration.
  private(set) var passages: [Passage] = []
  /// Those that are told from each other, not yet drawn, in order.
  private(set) var taps: [Tap] = []
  private var hasMorePassages = true
  private var hasMoreTaps = true

  init(_ outline: Outline, _ line: TapLine) {
    overlay = Overlay(outline, RollLine(line))
    self.line = line
  }

  /// Forgets passages that end before `now`, and reads up to `horizon`.
  ///
  /// - Returns: false where the budget was spent before that; the next call goes on.
  mutating func look(from now: Double, to horizon: Double, _ work: inout WorkBudget) -> Bool {
    while let first = passages.first, first.end <= now { passages.removeFirst() }
    while hasMorePassages, passages.last?.end ?? now <= horizon {
      switch overlay.next(&work) {
      case .one(let next): if next.end > now { passages.append(next) }
      case .end: hasMorePassages = false
      case .unfinished: return false
      }
    }
    while hasMoreTaps, taps.count < Separation.train {
      switch line.next(&work) {
      case .one(let next): if !next.isRolling { taps.append(next) }
      case .end: hasMoreTaps = false
      case .unfinished: return false
      }
    }
    return true
  }

  /// Reads anew from `moment` on, under other controls; what was drawn stays drawn.
  mutating func turn(to score: Score, from moment: Double) {
    line = line.turned(to: score, from: taps.first)
    overlay = overlay.turned(to: score, line, from: moment)
    passages.removeAll()
    taps.removeAll()
    (hasMorePassages, hasMoreTaps) = (true, true)
  }

  mutating func takeTap() -> Tap { taps.removeFirst() }

  var isOver: Bool { passages.isEmpty && taps.isEmpty && !hasMorePassages && !hasMoreTaps }

  /// What is meant at `moment`; nil after the last vibration.
  func passage(at moment: Double) -> Passage? { passages.first { $0.end > moment } }

  /// The next vibration that a silence sets apart from what is felt at `moment`.
  func separateOnset(after moment: Double) -> Passage? {
    var silence: Double?
    for passage in passages where passage.end > moment {
      if passage.strength == 0 {
        silence = silence ?? passage.start
      } else {
        if let silence, passage.start - silence >= TapLine.fusion { return passage }
        silence = nil
      }
    }
    return nil
  }

  /// The next passage after `moment` that is weaker than the one before it by more than a slope would be.
  func fall(after moment: Double) -> Passage? {
    var strength: Double?
    for passage in passages where passage.end > moment {
      if let strength, passage.strength < strength * Self.drop { return passage }
      strength = passage.strength
    }
    return nil
  }

  /// A just noticeable difference of amplitude, as a ratio of strengths.
  private static let drop = 1 / 1.19
}
