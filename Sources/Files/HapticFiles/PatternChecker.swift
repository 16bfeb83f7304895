internal import HapticPatterns
internal import TextDiagnostics

/// Finds the mistakes of a pattern.
struct PatternChecker {
  enum PatternPart: Hashable {
    case pattern
    /// Indices in the pattern's own arrays.
    case event(Int)
    case parameter(Int)
    case curve(Int)
  }

  struct PatternMistake {
    let part: PatternPart
    let message: String
    let remedy: String
    /// The kind of mistake, if the message contains a number; otherwise the message is the kind.
    let kind: String?
  }

  let pattern: Pattern
  let score: Score
  /// The end of the last event with an intensity above 0; nil if there is none.
  let strengthEnd: Duration?
  /// Whether Apple's players may play the pattern as well.
  let isAHAP: Bool
  private(set) var found: [PatternMistake] = []

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
        isAHAP ? "add an event of type HapticTransient or HapticContinuous" : "add a tap or a vibration")
    }
    findInEvents()
    findInCurves()
  }

  mutating func add(_ part: PatternPart, _ message: String, _ remedy: String, kind: String? = nil) {
    found.append(PatternMistake(part: part, message: message, remedy: remedy, kind: kind))
  }

  func seconds(_ time: Duration) -> String { Quotation.number(time.inSeconds) + " s" }
}
