internal import HapticPatterns

extension Traps {
  mutating func findInEvents() {
    var covering = Covering(score)
    var taps = 0
    for (index, event) in pattern.events.enumerated() {
      findLength(of: event, .event(index))
      let reason = silence(of: event)
      if let reason { add(.event(index), reason.message, reason.remedy) }
      guard event.kind == .transient else { continue }
      if reason == nil, covering.isCovered(taps) {
        add(
          .event(index), "a tap that is covered by something stronger", "take it out, or give it a moment of its own")
      }
      taps += 1
    }
  }

  /// Apple documents this as the longest that a continuous event is felt.
  static let longestOfApple = Duration.seconds(30)

  private mutating func findLength(of event: Event, _ part: Part) {
    guard isAHAP, case .continuous(let duration) = event.kind else { return }
    if duration == Event.endless {
      add(
        part, "a continuous event without an end lasts until somebody stops it",
        "give it an EventDuration, unless whoever plays it stops it")
    } else if duration > Self.longestOfApple {
      add(
        part, "a continuous event of \(seconds(duration)), of which Apple plays 30 s",
        "make events of at most 30 s of it, one after the other", kind: "longer than Apple plays")
    }
  }

  /// Why an event is never felt by itself, and what to do about it.
  private func silence(of event: Event) -> (message: String, remedy: String)? {
    if event.intensity == .none, !isPause(event) {
      return (
        "an intensity of 0 is never felt, whatever a curve does",
        "take it out; to fade it in, give it 1 and let HapticIntensityControl begin at 0"
      )
    }
    if event.duration == .zero { return ("an event that takes no time is never felt", "give it a duration") }
    if isTurnedOff(event) {
      return (
        "never felt: HapticIntensityControl is 0 as long as the event lasts",
        "take the event out, or let the control come back"
      )
    }
    return nil
  }

  /// Whether the event is there to lengthen the pattern: the pause at the end of what is repeated.
  private func isPause(_ event: Event) -> Bool {
    guard case .continuous = event.kind, let strengthEnd else { return false }
    return event.end > strengthEnd
  }

  private func isTurnedOff(_ event: Event) -> Bool {
    guard score.intensity.value(at: event.time) == 0 else { return false }
    // A tap takes the control of the moment it starts at.
    guard event.kind != .transient, let change = score.intensity.steadyUntil(event.time) else { return true }
    return change >= event.end
  }
}
