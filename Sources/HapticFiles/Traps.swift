internal import AHAP
internal import HapticPatterns

/// The traps of a pattern.
struct Traps {
  enum Part: Hashable {
    case pattern
    /// Positions in the pattern's own arrays.
    case event(Int)
    case parameter(Int)
    case curve(Int)
  }

  struct Trap {
    let part: Part
    let message: String
    let remedy: String
    /// What it is one of; the message where that has no number in it.
    let kind: String?
  }

  let pattern: Pattern
  let score: Score
  /// When the last event with any strength ends; nil where there is none.
  let strengthEnd: Duration?
  /// Whether it is going to be played by Apple's as well.
  let isAHAP: Bool
  private(set) var found: [Trap] = []

  init(_ pattern: Pattern, isAHAP: Bool) {
    self.pattern = pattern
    self.isAHAP = isAHAP
    score = Score(pattern)
    strengthEnd = pattern.events.filter { $0.intensity > .none }.map(\.end).max()
  }

  mutating func find() {
    guard !pattern.events.isEmpty else {
      return add(
        .pattern, pattern.audio.isEmpty ? "no events" : "sounds, but no haptic events",
        "add an event of type HapticTransient or HapticContinuous")
    }
    findInEvents()
    findInCurves()
  }

  mutating func add(_ part: Part, _ message: String, _ remedy: String, kind: String? = nil) {
    found.append(Trap(part: part, message: message, remedy: remedy, kind: kind))
  }

  func seconds(_ time: Duration) -> String { Quotation.number(time.inSeconds) + " s" }
}
