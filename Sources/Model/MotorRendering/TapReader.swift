internal import HapticPatterns

/// The taps of a score, read one by one from the start of a rendition. Taps that are felt as one are merged.
struct TapReader: Sendable {
  private var score: Score
  private let clock: ScoreClock
  private let strength: Double
  private let end: Duration
  private var upcoming: Int
  /// The interval below which the motor cannot separate taps, in milliseconds; 0 for a fast motor.
  private let stride: Double
  private var previous: Tap?
  /// The taps after `previous`, at most `window`.
  private var coming: [Tap] = []
  /// The tap that is being read.
  private var gathered: Tap?

  /// The number of taps that must be known to decide on the first of them.
  private static let window = 3

  /// Creates a reader that begins `lookback` milliseconds before the rendition: a motor may still be rising for such a
  /// tap.
  init(
    _ score: Score, clock: ScoreClock, to end: Duration, strength: Double, lookback: Double, stride: Double = 0
  ) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    self.stride = stride
    upcoming = score.firstTap(from: clock.score(-lookback))
  }

  /// Returns the same reader under changed controls, from `tap` on, which was read but not used; without it, from the
  /// present position.
  func turned(to score: Score, from tap: Tap?) -> TapReader {
    var reader = self
    reader.score = score
    reader.upcoming = (tap ?? coming.first)?.position ?? gathered?.position ?? upcoming
    reader.previous = nil
    reader.coming = []
    reader.gathered = nil
    return reader
  }

  /// Returns the next tap; nil after the last one.
  mutating func next(_ work: inout WorkBudget) throws(BudgetSpent) -> Tap? {
    while coming.count < Self.window, let tap = try read(&work) { coming.append(tap) }
    guard !coming.isEmpty else { return nil }
    work.spend(Self.comparison)
    var tap = coming.removeFirst()
    let continues = previous?.rollsOn ?? false
    if !continues { absorb(&tap) }
    let following = coming.first
    if let previous { tap.before = tap.start - previous.start }
    if let following { tap.after = following.start - tap.start }
    tap.weaker = max(Self.strength(of: previous, below: tap), Self.strength(of: following, below: tap))
    tap.rollsOn =
      blurs(tap, following)
      || tap.after < stride && (continues || blurs(following, coming.dropFirst().first))
    tap.isRolling = tap.rollsOn || continues
    previous = tap
    return tap
  }

  /// Merges the next tap into `tap` if the motor is too slow for the pair, and nothing follows closely: a burst of up to
  /// 30 ms is felt as one pulse, and a push reaches its strength sooner than a vibration.
  private mutating func absorb(_ tap: inout Tap) {
    guard stride > 0, let second = coming.first, second.start - tap.start < Constants.burst / 2,
      !blurs(second, coming.dropFirst().first)
    else { return }
    if second.strength > tap.strength { (tap.strength, tap.sharpness) = (second.strength, second.sharpness) }
    coming.removeFirst()
  }

  /// Returns the strength of an adjacent tap if it is noticeably weaker than `tap`; otherwise 0.
  private static func strength(of other: Tap?, below tap: Tap) -> Double {
    guard let other, other.strength * Perception.noticeable < tap.strength else { return 0 }
    return other.strength
  }

  /// Whether the two taps are too close to be felt apart: on a fast motor, where the skin cannot separate the second one
  /// from the body of the first. A slow motor blurs them as well, but a train of pushes has more of their strengths than a
  /// vibration, so that half of the body counts.
  private func blurs(_ tap: Tap?, _ other: Tap?) -> Bool {
    guard let tap, let other else { return false }
    return other.start - tap.start < Constants.burst / 2 + Constants.body * tap.length / (stride > 0 ? 2 : 1)
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
      guard start - gathered.start < Constants.fusion else { return false }
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
  /// The strength of the stronger adjacent tap that is noticeably weaker, which this tap must stay above; 0 if there is none.
  var weaker = 0.0
  /// Whether the tap is a part of a roll, in which a user cannot count the taps.
  var isRolling = false
  /// Whether the next tap is in the same roll.
  var rollsOn = false

  /// The intended felt strength after the skin's integration, as a fraction of `strength`: that of the longest burst that
  /// is felt as one pulse. It does not depend on sharpness, which is a tap's character and not its strength.
  static let feltShare = Skin.peak(ofTap: Constants.burst)

  /// Returns the mean strength of the first `milliseconds` of the tap, which falls in a straight line.
  func mean(over milliseconds: Double) -> Double {
    milliseconds < length ? strength * (1 - milliseconds / (2 * length)) : strength * length / (2 * milliseconds)
  }
}
