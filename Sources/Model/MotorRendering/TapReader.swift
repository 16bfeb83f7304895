internal import HapticPatterns

/// The taps of a score, read one by one from the start of a rendition. Taps that are felt as one are merged.
struct TapReader: Sendable {
  private var score: Score
  private let clock: ScoreClock
  private let strength: Double
  private let end: Duration
  private var upcoming: Int
  /// The time in milliseconds within which taps are one.
  private let fusion: Double
  private var previous: Tap?
  /// The tap after `previous`, if it is read.
  private var coming: Tap?
  /// The tap that is being read.
  private var gathered: Tap?

  /// Creates a reader that begins `lookback` milliseconds before the rendition: a motor may still be rising for such a
  /// tap.
  init(
    _ score: Score, clock: ScoreClock, to end: Duration, strength: Double, lookback: Double, isFast: Bool
  ) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    // A burst of up to 30 ms is felt as one pulse, and a slow motor has none of its gaps.
    fusion = isFast ? Constants.fusion : Constants.burst / 2
    upcoming = score.firstTap(from: clock.score(-lookback))
  }

  /// Returns the same reader under changed controls, from `tap` on, which was read but not used; without it, from the
  /// present position.
  func turned(to score: Score, from tap: Tap?) -> TapReader {
    var reader = self
    reader.score = score
    reader.upcoming = (tap ?? coming)?.position ?? gathered?.position ?? upcoming
    reader.previous = nil
    reader.coming = nil
    reader.gathered = nil
    return reader
  }

  /// Returns the next tap; nil after the last one.
  mutating func next(_ work: inout WorkBudget) throws(BudgetSpent) -> Tap? {
    if coming == nil { coming = try read(&work) }
    guard var tap = coming else { return nil }
    let following = try read(&work)
    coming = following
    work.spend(Self.comparison)
    if let previous { tap.before = tap.start - previous.start }
    if let following { tap.after = following.start - tap.start }
    previous = tap
    return tap
  }

  /// Reads the next tap. Of several taps that are felt as one, the first gives the time and the strongest gives
  /// intensity and sharpness.
  private mutating func read(_ work: inout WorkBudget) throws(BudgetSpent) -> Tap? {
    while upcoming < score.taps.count {
      if work.isSpent { throw BudgetSpent() }
      work.spend(Self.reading)
      let event = score.pattern.events[score.taps[upcoming]]
      guard event.time < end else { break }
      let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue
      if intensity > 0, !gather(event, strength: intensity * strength) { break }
      upcoming += 1
    }
    defer { gathered = nil }
    return gathered
  }

  /// Merges a tap into the tap that is being read.
  ///
  /// - Returns: false for a tap that is felt apart from the taps before it.
  private mutating func gather(_ event: Event, strength: Double) -> Bool {
    let start = clock.real(event.time)
    if let gathered {
      guard start - gathered.start < fusion else { return false }
      if strength <= gathered.strength { return true }
    }
    let sharpness = score.effectiveSharpness(of: event, at: event.time)
    gathered = Tap(
      start: gathered?.start ?? start, length: Event.transientDuration(sharpness).inMilliseconds, strength: strength,
      sharpness: sharpness.rawValue, position: gathered?.position ?? upcoming)
    return true
  }

  /// The work of comparing a tap with the adjacent taps.
  private static let comparison = 20
  /// The work of reading one tap.
  private static let reading = 2
}

/// One intended tap. Times are milliseconds of real time since the rendition's start.
struct Tap: Equatable {
  /// Negative for a tap that began before the rendition.
  var start: Double
  /// The length of time in which the tap is felt.
  let length: Double
  /// The intended felt strength, 0...1, with the user's strength setting applied.
  var strength: Double
  var sharpness: Double
  /// The index in the score's taps.
  var position = 0
  /// The intervals to the previous and to the next tap.
  var before = Double.infinity
  var after = Double.infinity

  /// The intended felt strength after the skin's integration, as a fraction of `strength`: that of the longest burst that
  /// is felt as one pulse. It does not depend on sharpness, which is a tap's character and not its strength.
  static let feltShare = Skin.peak(ofTap: Constants.burst)
}
