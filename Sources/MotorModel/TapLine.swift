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
  private var previous: Tap?
  private var following: Tap?

  /// From `lookback` milliseconds before the rendition begins: a motor may still be on its way to a tap.
  init(_ score: Score, clock: ScoreClock, to end: Duration, strength: Double, lookback: Double) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    upcoming = score.firstTap(from: clock.score(-lookback))
    following = fused()
  }

  /// The same under other controls: from `tap` on, which was read and not used, or from where it is.
  func turned(to score: Score, from tap: Tap?) -> TapLine {
    var line = self
    line.score = score
    line.upcoming = (tap ?? following)?.position ?? upcoming
    line.previous = nil
    line.following = line.fused()
    return line
  }

  /// Nil after the last one.
  mutating func next() -> Tap? {
    guard var tap = following else { return nil }
    following = fused()
    if let previous { tap.before = tap.start - previous.start }
    if let following { tap.after = following.start - tap.start }
    tap.least = max(Self.part(of: previous, in: tap), Self.part(of: following, in: tap))
    tap.isRolling = rolls(previous, tap) || rolls(tap, following)
    previous = tap
    return tap
  }

  /// How strong one that is noticeably weaker is meant to be felt beside `tap`; 0 for any other.
  private static func part(of other: Tap?, in tap: Tap) -> Double {
    guard let other, other.felt * Self.noticeable < tap.felt else { return 0 }
    return other.felt / tap.felt
  }

  /// A just noticeable difference of amplitude, as a ratio of strengths.
  private static let noticeable = 1.19

  /// Whether not even the skin would tell one from the other: with the window of `Skin`, the valley between two equal taps
  /// is less than two just noticeable steps deep up to this interval.
  private func rolls(_ tap: Tap?, _ other: Tap?) -> Bool {
    guard let tap, let other else { return false }
    return other.start - tap.start < Self.blur + Self.blurByLength * tap.length
  }

  private static let blur = 15.0
  private static let blurByLength = 0.4

  private mutating func fused() -> Tap? {
    guard var tap = peek() else { return nil }
    let position = upcoming
    upcoming += 1
    // The first gives the time, the strongest the character.
    while let next = peek(), next.start - tap.start < Self.fusion {
      upcoming += 1
      if next.strength > tap.strength { tap = next.moved(to: tap.start) }
    }
    tap.position = position
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
