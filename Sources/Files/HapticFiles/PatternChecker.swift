internal import HapticPatterns
internal import TextDiagnostics

struct PatternChecker {
  enum PatternPart: Hashable {
    case pattern
    /// Indices in the pattern's own arrays.
    case event(Int)
    case parameter(Int)
    case curve(Int)
  }

  let pattern: Pattern
  let score: Score
  /// The end of the last event with an intensity above 0; nil if there is none.
  let strengthEnd: Duration?
  /// Whether Apple's players may play the pattern as well.
  let isAHAP: Bool
  private(set) var found: [EventNote] = []

  init(_ pattern: Pattern, isAHAP: Bool) {
    self.pattern = pattern
    self.isAHAP = isAHAP
    score = Score(pattern)
    strengthEnd = pattern.events.filter { $0.intensity > .none }.map(\.end).max()
    find()
  }

  private mutating func find() {
    guard !pattern.events.isEmpty else {
      return add(
        .pattern, pattern.audio.isEmpty ? "no events" : "sounds, but no haptic events",
        isAHAP ? "add an event of type HapticTransient or HapticContinuous" : "add a tap or a vibration")
    }
    findInEvents()
    findInCurves()
  }

  mutating func add(_ part: PatternPart, _ message: String, _ remedy: String, kind: String? = nil) {
    found.append(EventNote(part: part, message: message, remedy: remedy, kind: kind))
  }

  func seconds(_ time: Duration) -> String { Quotation.number(time.inSeconds) + " s" }

  // MARK: Events

  private mutating func findInEvents() {
    var masking = TapMasking(score)
    var taps = 0
    for (index, event) in pattern.events.enumerated() {
      findLength(of: event, .event(index))
      let reason = silence(of: event)
      if let reason { add(.event(index), reason.message, reason.remedy) }
      guard event.kind == .transient else { continue }
      if reason == nil, masking.isCovered(taps) {
        add(
          .event(index), "a tap covered by a stronger event", "remove it, or move it to another time")
      }
      taps += 1
    }
  }

  /// The longest continuous event that Apple documents to be felt.
  static let longestOfApple = Duration.seconds(30)

  private mutating func findLength(of event: Event, _ part: PatternPart) {
    guard isAHAP, case .continuous(let duration) = event.kind else { return }
    if duration == Event.endless {
      add(
        part, "a continuous event without an end lasts until it is stopped",
        "write an EventDuration between 0 and 3600, unless the player stops it")
    } else if duration > Self.longestOfApple {
      add(
        part, "a continuous event of \(seconds(duration)), but Apple plays 30 s",
        "split it into events of at most 30 s", kind: "longer than Apple plays")
    }
  }

  /// Returns the reason why an event is never felt by itself, with a remedy.
  private func silence(of event: Event) -> (message: String, remedy: String)? {
    if event.intensity == .none, !isPause(event) {
      return (
        "an intensity of 0 is never felt, with any curve",
        "remove it; to fade in, use 1 and a HapticIntensityControl that begins at 0"
      )
    }
    if event.duration == .zero { return ("an event without a duration is never felt", "add a duration") }
    if isTurnedOff(event) {
      return (
        "never felt: HapticIntensityControl is 0 during the whole event",
        "remove the event, or raise the control"
      )
    }
    return nil
  }

  /// Whether the event only lengthens the pattern: a pause at the end of a loop.
  private func isPause(_ event: Event) -> Bool {
    guard case .continuous = event.kind, let strengthEnd else { return false }
    return event.end > strengthEnd
  }

  private func isTurnedOff(_ event: Event) -> Bool {
    guard score.intensity.value(at: event.time) == 0 else { return false }
    // A tap uses the control at its start.
    guard event.kind != .transient, let change = score.intensity.steadyUntil(event.time) else { return true }
    return change >= event.end
  }
}
