/// How what is meant to be told apart is kept apart, though motors go on moving.
///
/// Times are milliseconds.
enum Separation {
  /// How far an event may be delayed for the sake of being told from the one before, at most: what comes with it is still
  /// felt to be simultaneous (Vogels 2004: 45 ms; Di Luca, Mahnan 2019: 50 ms).
  static let longestDelay = 120.0
  /// And as a part of the interval from the one before: a rhythm is still recognised. More would put it where the next one
  /// is expected, and then some.
  static let delay = 1.25
  /// In a train, where every delay would delay all that follow.
  static let denseDelay = 12.0
  /// So many taps in a row that are all too close for the motor are a train: to delay one would delay all that follow.
  static let train = 5
  /// How early a vibration may make way for what comes.
  static let longestLead = 100.0
  /// A vibration makes way at least so early: as the score has it, for the skin.
  static let margin = 15.0
  /// The part of a vibration that is left to it where it must make way early.
  static let remainder = 0.4

  /// How far the sensation is to sink between two events, as a part of the weaker one. The further an event is behind its
  /// time already, the less is asked for, down to what `FeltEnvelope.pulses` tells apart.
  static let gap = (deep: 0.5, shallow: 0.55)
  private static let shallowFrom = 20.0
  /// From this delay on what is late already is hurried; and fully so at twice of it. The limits of simultaneity are here.
  private static let hurriedFrom = 50.0
  /// A hurried event has a shallower valley by so much: still two just noticeable differences deep.
  private static let hurry = 0.09
  /// Another unit of the same motor, or a cold one, may take so much longer to come down.
  static let reserve = 1.4

  /// The amplitude to which motors must sink beside something of amplitude `weaker`.
  static func rest(beside weaker: Double, _ perception: Perception, after delay: Double = 0, isDense: Bool = false)
    -> Double
  {
    let part = isDense ? gap.shallow : gap.deep + (gap.shallow - gap.deep) * min(max(delay, 0) / shallowFrom, 1)
    return perception.amplitude(ofStrength: part * perception.strength(ofAmplitude: weaker))
  }

  /// Whether two strikes are felt as two.
  ///
  /// - Parameter delay: of the second one; infinite where others wait behind it. What is behind its time has no time for
  ///   slower units.
  static func isTold(_ strike: Strike, _ following: Strike, after delay: Double = 0) -> Bool {
    let haste = min(max(delay / hurriedFrom - 1, 0), 1)
    let slowness = reserve + (1 - reserve) * haste
    // After a silence the beginning of a heavy tap may be felt as stronger than all of a light one: that is no valley.
    if strike.isOver(before: following.start, slowness: slowness) { return true }
    return strike.valley(before: following, slowness: slowness) <= gap.shallow + hurry * haste
  }

  /// Whether a strike is felt to be over when something else begins in time, so that whatever this is makes two.
  static func isTold(_ strike: Strike, before onset: Double) -> Bool { strike.isOver(before: onset, slowness: reserve) }

  /// When something of amplitude `goal` that is meant at `onset` can begin, if the motors are left alone from `now` on:
  /// not before `earliest`; at the latest when its delay ends.
  static func start(
    of goal: @autoclosure () -> Double, at onset: Double, now: Double, earliest: Double, latest: Double,
    motors: Ensemble,
    top: Double, isDense: Bool = false
  ) -> Double {
    var start = max(onset, earliest)
    // What is not felt any more need not be told from anything, and how far a tap goes takes time to find out.
    if motors.amplitude <= Perception.threshold { return start }
    let weaker = min(top, goal())
    while start < latest,
      motors.amplitude(drive: 0, after: (start - now) / reserve)
        > rest(beside: weaker, motors.perception, after: start - onset, isDense: isDense)
    {
      start += 1
    }
    return start
  }
}
