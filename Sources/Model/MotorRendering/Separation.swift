/// The rules that keep events distinct on motors that need time to come to rest.
///
/// Times are milliseconds.
enum Separation {
  /// The shortest time by which a vibration ends before an upcoming event: the skin needs it.
  static var margin: Double { Constants.burst / 2 }

  /// Returns the amplitude to which motors must fall next to an event of amplitude `weaker`.
  static func rest(beside weaker: Double, _ perception: Perception) -> Double {
    perception.amplitude(ofStrength: Constants.gap * perception.strength(ofAmplitude: weaker))
  }

  /// Returns the earliest start of an event of amplitude `goal` that is intended at `onset`, if the motors are off from
  /// `now` on. The result is not before `earliest`; the search ends at `latest`.
  static func start(
    of goal: @autoclosure () -> Double, at onset: Double, now: Double, earliest: Double, latest: Double,
    motors: MotorGroup, top: Double
  ) -> Double {
    var start = max(onset, earliest)
    // Motors below the threshold are not felt. Test this first: the amplitude of a tap is expensive to compute.
    if motors.amplitude <= motors.perception.threshold { return start }
    let weaker = min(top, goal())
    while start < latest,
      motors.amplitude(drive: 0, after: (start - now) / motors.reserve)
        > rest(beside: weaker, motors.perception)
    {
      start += 1
    }
    return start
  }
}
