internal import HapticPatterns

/// The vibrations of a score as passages, in order and without gaps, computed one by one. The cost per second is
/// bounded for any score: see `grain` and `mostActive`.
///
///     strength   ▁▂▃▄▅▆████████████████▆▅▃▂▁            ████
///     passages   │││││││       1      │││││  silence   │ 1  │    on a slope one for each tick
///
struct VibrationReader: Sendable {
  /// The length of a merged passage, in milliseconds. Frequent changes that are closer together are merged, because no
  /// motor can follow them.
  static let grain = 1.0
  /// The maximum number of consecutive passages that are shorter than the grain; each longer passage permits one more.
  private static let mostShortPassages = 32
  /// The length of a passage on a slope, in milliseconds: about the interval of commands of the fastest devices. Levels at
  /// half of the interval of simultaneous touches are felt as one slope.
  static let tick = Constants.fusion / 2
  /// The maximum number of vibrations that are evaluated in one passage.
  private static let mostActive = 256
  /// The work of beginning a vibration: three controls and three powers.
  private static let admission = 12

  private let score: Score
  private let clock: ScoreClock
  private let strength: Double
  private let end: Duration
  private var moment: Duration
  /// The index in `score.vibrations` of the first vibration that has not begun.
  private var upcoming: Int
  private var active: [ActiveVibration] = []
  private var shortPassages = Self.mostShortPassages
  /// The merged passage that is being read; nil if there is none.
  private var merging: (start: Duration, isSloping: Bool)?

  init(_ score: Score, clock: ScoreClock, to end: Duration, strength: Double) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    moment = clock.origin
    upcoming = score.firstVibration(reaching: clock.origin)
  }

  /// Returns the same reader under changed controls, from `moment` of real time on.
  func turned(to score: Score, from moment: Double) -> VibrationReader {
    var reader = VibrationReader(score, clock: clock, to: end, strength: strength)
    reader.moment = max(clock.score(moment), clock.origin)
    reader.upcoming = score.firstVibration(reaching: reader.moment)
    return reader
  }

  /// Returns the next passage; nil after the last one.
  mutating func next(_ work: inout WorkBudget) throws(BudgetSpent) -> Passage? {
    if let (start, isSloping) = merging { return try merged(from: start, isSloping: isSloping, &work) }
    guard moment < end else { return nil }
    try admit(at: moment, &work)
    guard let (change, isSloping) = nextChange else { return nil }
    work.spend(2 + active.count / 2)
    let start = moment
    let isShort = change - start < clock.stretch(Self.grain)
    let isMerged = isShort && shortPassages == 0
    shortPassages = isShort ? max(shortPassages - 1, 0) : min(shortPassages + 1, Self.mostShortPassages)
    moment = min(isMerged ? start + clock.stretch(Self.grain) : change, end)
    return isMerged
      ? try merged(from: start, isSloping: isSloping, &work) : passage(from: start, isSloping: isSloping)
  }

  private mutating func merged(
    from start: Duration, isSloping: Bool, _ work: inout WorkBudget
  ) throws(BudgetSpent) -> Passage {
    merging = (start, isSloping)
    try admit(at: middle(from: start), &work)
    merging = nil
    return passage(from: start, isSloping: isSloping)
  }

  private func middle(from start: Duration) -> Duration { start + (moment - start).half }

  /// Returns the passage that ends at the present moment.
  private mutating func passage(from start: Duration, isSloping: Bool) -> Passage {
    let (level, sharpness) = strongest(at: middle(from: start))
    return Passage(
      start: clock.real(start), end: clock.real(moment), strength: level > Constants.faint ? level * strength : 0,
      sharpness: sharpness, isSloping: isSloping)
  }

  /// Begins the vibrations that start by `moment`, and removes those that have ended.
  private mutating func admit(at moment: Duration, _ work: inout WorkBudget) throws(BudgetSpent) {
    active.removeAll { $0.end <= moment }
    while upcoming < score.vibrations.count {
      let event = score.pattern.events[score.vibrations[upcoming]]
      if event.time > moment { break }
      if work.isSpent { throw BudgetSpent() }
      work.spend(Self.admission)
      upcoming += 1
      guard let coming = ActiveVibration(event, envelope: score.effectiveEnvelope(of: event)), coming.end > moment
      else {
        continue
      }
      active.append(coming)
      if active.count > Self.mostActive {
        work.spend(active.count)
        active = ActiveVibration.essential(of: active, at: moment)
      }
    }
  }

  /// The end of the passage that begins now, with a flag for a passage on a slope; nil after the last vibration.
  private var nextChange: (moment: Duration, isSloping: Bool)? {
    let next = upcoming < score.vibrations.count ? score.pattern.events[score.vibrations[upcoming]].time : nil
    if active.isEmpty { return next.map { ($0, false) } }
    var change = next ?? end
    for one in active { change = min(change, one.nextEdge(after: moment)) }
    var isSteady = !active.contains { $0.isSloping(at: moment) }
    func consider(_ steady: Duration?) {
      guard let steady else { return }
      if steady > moment { change = min(change, steady) } else { isSteady = false }
    }
    consider(score.intensity.steadyUntil(moment))
    consider(score.sharpness.steadyUntil(moment))
    return isSteady ? (change, false) : (min(change, moment + clock.stretch(Self.tick)), true)
  }

  private func strongest(at moment: Duration) -> (level: Double, sharpness: Double) {
    var strongest: (level: Double, event: Event)?
    for one in active where one.event.intensity.rawValue > strongest?.level ?? 0 {
      let level = one.event.intensity.rawValue * one.gain(at: moment)
      if level > strongest?.level ?? 0 { strongest = (level, one.event) }
    }
    guard let (level, event) = strongest else { return (0, 0) }
    return (level * score.intensity.value(at: moment), score.effectiveSharpness(of: event, at: moment).rawValue)
  }
}

/// A period with one vibration or with silence, independent of the motor.
///
/// Times are milliseconds of real time since the rendition's start.
struct Passage: Equatable {
  var start: Double
  /// Infinity if nothing follows.
  var end: Double
  /// The intended felt strength, 0...1, with the user's strength setting applied; 0 for silence.
  var strength: Double
  var sharpness: Double
  /// Whether the passage is a part of a slope, which the adjacent passages continue.
  var isSloping = false
}
