internal import HapticPatterns

/// What is coming: passages and taps, read ahead as far as somebody wants to look.
struct Outlook: Sendable {
  private var outline: Outline
  private var line: TapLine
  /// Without gaps, the first one holding the present moment; empty after the last vibration.
  private(set) var passages: [Passage] = []
  /// Not yet drawn, in order.
  private(set) var taps: [Tap] = []
  private var hasMorePassages = true
  private var hasMoreTaps = true

  init(_ outline: Outline, _ line: TapLine) {
    self.outline = outline
    self.line = line
  }

  /// Forgets passages that end before `now`, and reads up to `horizon`.
  mutating func look(from now: Double, to horizon: Double) {
    while let first = passages.first, first.end <= now { passages.removeFirst() }
    while hasMorePassages, passages.last?.end ?? now <= horizon {
      guard let next = outline.next() else {
        hasMorePassages = false
        break
      }
      if next.end > now { passages.append(next) }
    }
    while hasMoreTaps, taps.count < Self.tapCount {
      guard let next = line.next() else {
        hasMoreTaps = false
        break
      }
      taps.append(next)
    }
  }

  /// Reads anew from `moment` on, under other controls; what was drawn stays drawn.
  mutating func turn(to score: Score, from moment: Double) {
    outline = outline.turned(to: score, from: moment)
    line = line.turned(to: score, from: taps.first)
    passages.removeAll()
    taps.removeAll()
    (hasMorePassages, hasMoreTaps) = (true, true)
  }

  /// Enough to see whether a train of taps can be stretched or is too dense.
  static let tapCount = 16

  mutating func takeTap() -> Tap { taps.removeFirst() }
  mutating func dropTap(at index: Int) { taps.remove(at: index) }

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
}
