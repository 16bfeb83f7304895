/// How what is meant to be told apart is kept apart, though motors go on moving.
///
/// Times are milliseconds.
enum Separation {
  /// How far an event may be delayed for the sake of being told from the one before: a rhythm of a few pulses is still
  /// recognised, and what is heard or seen with it has not passed.
  static let longestDelay = 120.0
  /// How early a vibration may make way for what comes.
  static let longestLead = 80.0
  /// The part of a vibration that is left to it where it must make way early.
  static let remainder = 0.4

  /// How far the vibration is to sink between two events, as a part of the weaker one: four just noticeable steps. The
  /// further an event is behind its time already, the less is asked for, down to three steps, which is what
  /// `FeltEnvelope.pulses` tells apart.
  static func rest(after delay: Double) -> Double {
    gap.deep + (gap.shallow - gap.deep) * min(max(delay, 0) / shallowFrom, 1)
  }

  private static let gap = (deep: 0.35, shallow: 0.45)
  private static let shallowFrom = 60.0

  /// When something of amplitude `goal` that is meant at `onset` can begin, if the motors are left alone from `now` on:
  /// not before `earliest`; at the latest when its delay ends.
  static func start(
    of goal: Double, at onset: Double, now: Double, earliest: Double, motors: Ensemble, top: Double
  ) -> Double {
    var start = max(onset, earliest)
    let weaker = min(top, goal)
    let latest = onset + longestDelay
    // What is not felt any more need not sink further.
    while start < latest,
      motors.amplitude(drive: 0, after: start - now) > max(weaker * rest(after: start - onset), Perception.threshold)
    {
      start += 1
    }
    return start
  }
}
