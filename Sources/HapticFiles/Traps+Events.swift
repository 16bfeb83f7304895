internal import HapticPatterns

extension Traps {
  mutating func findInEvents() {
    /// Where the first tap is that may still be felt when the one in question starts.
    var oldest = 0
    for (index, event) in pattern.events.enumerated() {
      while pattern.events[oldest].end < event.time, pattern.events[oldest].kind == .transient { oldest += 1 }
      comparisons -= index - oldest
      findLength(of: event, .event(index))
      findSilence(of: event, .event(index))
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

  /// Events that are never felt, with the first reason that is found.
  private mutating func findSilence(of event: Event, _ part: Part) {
    if event.intensity == .none {
      add(
        part, "an intensity of 0 is never felt, whatever a curve does",
        "take it out; to fade it in, give it 1 and let HapticIntensityControl begin at 0")
    } else if event.duration == .zero {
      add(part, "an event that takes no time is never felt", "give it a duration")
    } else if isTurnedOff(event) {
      add(
        part, "never felt: HapticIntensityControl is 0 as long as the event lasts",
        "take the event out, or let the control come back")
    } else if event.kind == .transient, comparisons > 0, isCovered(event) {
      add(part, "a tap that is covered by something stronger", "take it out, or give it a moment of its own")
    }
  }

  private func isTurnedOff(_ event: Event) -> Bool {
    guard score.intensity.value(at: event.time) == 0 else { return false }
    // A tap takes the control of the moment it starts at.
    guard event.kind != .transient, let change = score.intensity.steadyUntil(event.time) else { return true }
    return change >= event.end
  }

  /// Whether something else is stronger when the tap starts and while it falls.
  private func isCovered(_ tap: Event) -> Bool {
    let own = score.effectiveIntensity(of: tap, at: tap.time).rawValue
    let length = Event.transientDuration(score.effectiveSharpness(of: tap, at: tap.time))
    return [0, 0.5, 0.9].allSatisfy { part in
      score.strength(at: tap.time + length * part).intensity.rawValue > own * (1 - part) + Self.rounding
    }
  }

  /// What two ways to calculate the same strength may differ by.
  private static let rounding = 1e-6
}
