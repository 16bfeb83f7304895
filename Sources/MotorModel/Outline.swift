internal import HapticPatterns

/// The vibrations of a score as passages, in order and without gaps, drawn one by one: each costs what sounds in it,
/// however much the score holds.
///
///     strength   ▁▂▃▄▅▆████████████████▆▅▃▂▁            ████
///     passages   │││││││       1      │││││  silence   │ 1  │    on a slope one for each tick
///
struct Outline: Sendable {
  /// How often a slope is looked at, in milliseconds: about as often as the fastest devices take commands, and three
  /// times within the shortest swell that is told from a step.
  static let tick = 5.0
  /// Less than this is not meant to be felt, before the user's strength: the end of a fade. Far below the threshold.
  static let faint = 0.02

  private let score: Score
  private let clock: ScoreClock
  private let strength: Double
  private let end: Duration
  private var moment: Duration
  /// In `score.vibrations`: the first that has not begun.
  private var upcoming: Int
  private var sounding: [Sounding] = []

  init(_ score: Score, clock: ScoreClock, to end: Duration, strength: Double) {
    self.score = score
    self.clock = clock
    self.end = end
    self.strength = strength
    moment = clock.origin
    upcoming = score.firstVibration(reaching: clock.origin)
  }

  /// The same under other controls, from `moment` of real time on.
  func turned(to score: Score, from moment: Double) -> Outline {
    var outline = Outline(score, clock: clock, to: end, strength: strength)
    outline.moment = max(clock.score(moment), clock.origin)
    outline.upcoming = score.firstVibration(reaching: outline.moment)
    return outline
  }

  /// Nil after the last vibration.
  mutating func next() -> Passage? {
    guard moment < end else { return nil }
    admit()
    guard let (change, isSloping) = nextChange else { return nil }
    let start = moment
    moment = min(change, end)
    let (level, sharpness) = strongest(at: start + (moment - start).half)
    return Passage(
      start: clock.real(start), end: clock.real(moment), strength: level > Self.faint ? level * strength : 0,
      sharpness: sharpness, isSloping: isSloping)
  }

  private mutating func admit() {
    sounding.removeAll { $0.end <= moment }
    while upcoming < score.vibrations.count {
      let event = score.pattern.events[score.vibrations[upcoming]]
      if event.time > moment { break }
      upcoming += 1
      if let coming = Sounding(event, envelope: score.effectiveEnvelope(of: event)), coming.end > moment {
        sounding.append(coming)
      }
    }
  }

  /// When the passage that begins now ends, and whether it is one of a slope; nil where nothing comes any more.
  private var nextChange: (moment: Duration, isSloping: Bool)? {
    let next = upcoming < score.vibrations.count ? score.pattern.events[score.vibrations[upcoming]].time : nil
    if sounding.isEmpty { return next.map { ($0, false) } }
    var change = next ?? end
    for one in sounding { change = min(change, one.nextEdge(after: moment)) }
    var isSteady = !sounding.contains { $0.isSloping(at: moment) }
    func heed(_ steady: Duration?) {
      guard let steady else { return }
      if steady > moment { change = min(change, steady) } else { isSteady = false }
    }
    heed(score.intensity.steadyUntil(moment))
    heed(score.sharpness.steadyUntil(moment))
    return isSteady ? (change, false) : (min(change, moment + clock.stretch(Self.tick)), true)
  }

  private func strongest(at moment: Duration) -> (level: Double, sharpness: Double) {
    var strongest: (level: Double, event: Event)?
    for one in sounding {
      let level = one.event.intensity.rawValue * one.gain(at: moment)
      if level > strongest?.level ?? 0 { strongest = (level, one.event) }
    }
    guard let (level, event) = strongest else { return (0, 0) }
    return (level * score.intensity.value(at: moment), score.effectiveSharpness(of: event, at: moment).rawValue)
  }
}

/// A continuous event that has begun.
private struct Sounding {
  let event: Event
  let envelope: Envelope
  let duration: Duration
  let end: Duration
  private let attackEnd: Duration
  private let releaseStart: Duration

  init?(_ event: Event, envelope: Envelope) {
    guard case .continuous(let duration) = event.kind else { return nil }
    self.event = event
    self.envelope = envelope
    self.duration = duration
    end = event.time + envelope.length(of: duration)
    attackEnd = event.time + min(Envelope.swell(envelope.attack), duration)
    releaseStart = min(event.time + duration, end)
  }

  func gain(at moment: Duration) -> Double { envelope.gain(at: moment - event.time, of: duration) }

  func isSloping(at moment: Duration) -> Bool {
    moment < attackEnd || !envelope.isSustained || moment >= releaseStart
  }

  func nextEdge(after moment: Duration) -> Duration {
    moment < attackEnd ? attackEnd : moment < releaseStart ? releaseStart : end
  }
}
