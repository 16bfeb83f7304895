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
  /// What is being read to become the following one.
  private var gathered: Gathered?
  /// Whether `following` is what it is to be.
  private var isRead = false

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
    line.upcoming = (tap ?? following)?.position ?? gathered?.position ?? upcoming
    line.previous = nil
    line.following = nil
    line.gathered = nil
    line.isRead = false
    return line
  }

  mutating func next(_ work: inout WorkBudget) -> Next<Tap> {
    if !isRead {
      guard read(&work) else { return .unfinished }
      isRead = true
    }
    guard var tap = following else { return .end }
    guard read(&work) else { return .unfinished }
    work.spend(Self.comparison)
    if let previous { tap.before = tap.start - previous.start }
    if let following { tap.after = following.start - tap.start }
    tap.least = max(Self.part(of: previous, in: tap), Self.part(of: following, in: tap))
    tap.isRolling = rolls(previous, tap) || rolls(tap, following)
    previous = tap
    return .one(tap)
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

  /// Taps that are felt as one, as far as they are read.
  private struct Gathered {
    /// In the score's taps: the first of them.
    let position: Int
    let start: Double
    /// The strongest.
    var event: Event
    var intensity: Double
  }

  /// Reads what follows. The first of several that are felt as one gives the time, the strongest the character.
  ///
  /// - Returns: false where the budget was spent before that.
  private mutating func read(_ work: inout WorkBudget) -> Bool {
    while upcoming < score.taps.count {
      if work.isSpent { return false }
      work.spend(Self.glance)
      let event = score.pattern.events[score.taps[upcoming]]
      guard event.time < end else { break }
      let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue
      if intensity > 0, !gather(event, intensity) { break }
      upcoming += 1
    }
    following = gathered.map(tap)
    gathered = nil
    return true
  }

  /// - Returns: false for one that is felt apart from those before it.
  private mutating func gather(_ event: Event, _ intensity: Double) -> Bool {
    let start = clock.real(event.time)
    guard let first = gathered else {
      gathered = Gathered(position: upcoming, start: start, event: event, intensity: intensity)
      return true
    }
    guard start - first.start < Self.fusion else { return false }
    if intensity * strength > first.intensity * strength {
      gathered?.event = event
      gathered?.intensity = intensity
    }
    return true
  }

  private func tap(_ gathered: Gathered) -> Tap {
    let sharpness = score.effectiveSharpness(of: gathered.event, at: gathered.event.time)
    return Tap(
      start: gathered.start, length: Event.transientDuration(sharpness).inMilliseconds,
      strength: gathered.intensity * strength, sharpness: sharpness.rawValue, position: gathered.position)
  }

  /// The work of comparing one with its neighbours.
  private static let comparison = 20
  /// The work of reading one tap.
  private static let glance = 2
}
