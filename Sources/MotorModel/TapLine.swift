internal import HapticPatterns

/// The taps of a score, one by one from the place where a rendition begins; those that are felt as one are one.
struct TapLine: Sendable {
  /// Taps closer than this, in milliseconds, are felt as one, a silence shorter than this as none.
  static let fusion = 10.0

  private var score: Score
  private let clock: ScoreClock
  private let strength: Double
  private let end: Duration
  private var upcoming: Int

  /// From `lookback` milliseconds before the rendition begins: a motor may still be on its way to a tap.
  init(_ score: Score, clock: ScoreClock, to end: Duration, strength: Double, lookback: Double) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    upcoming = score.firstTap(from: clock.score(-lookback))
  }

  /// The same under other controls: from `tap` on, which was read and not used, or from where it is.
  func turned(to score: Score, from tap: Tap?) -> TapLine {
    var line = self
    line.score = score
    if let tap { line.upcoming = tap.position }
    return line
  }

  /// Nil after the last one.
  mutating func next() -> Tap? {
    guard var tap = single() else { return nil }
    // The first gives the time, the strongest the character.
    while let next = peek(), next.start - tap.start < Self.fusion {
      upcoming += 1
      if next.strength > tap.strength {
        (tap.strength, tap.sharpness, tap.length) = (next.strength, next.sharpness, next.length)
      }
    }
    return tap
  }

  private mutating func single() -> Tap? {
    let tap = peek()
    upcoming += 1
    return tap
  }

  /// The next tap that can be felt; the position moves to it.
  private mutating func peek() -> Tap? {
    while upcoming < score.taps.count {
      let event = score.pattern.events[score.taps[upcoming]]
      guard event.time < end else { return nil }
      let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue
      if intensity > 0 {
        let sharpness = score.effectiveSharpness(of: event, at: event.time)
        return Tap(
          start: clock.real(event.time), length: Event.transientDuration(sharpness).inMilliseconds,
          strength: intensity * strength, sharpness: sharpness.rawValue, position: upcoming)
      }
      upcoming += 1
    }
    return nil
  }
}
