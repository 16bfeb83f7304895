/// The rules that keep events distinct on motors that need time to come to rest.
///
/// Times are milliseconds.
enum Separation {
  /// The shortest time by which a vibration ends before an upcoming event: the skin needs it.
  static var margin: Double { Constants.burst / 2 }

  /// Returns the amplitude to which motors must fall next to an event of amplitude `weaker`.
  static func rest(beside weaker: Double, _ perception: Perception, after delay: Double = 0, isDense: Bool = false)
    -> Double
  {
    let part =
      isDense
      ? Constants.gap
      : Constants.deepGap + (Constants.gap - Constants.deepGap) * min(max(delay, 0) / Constants.shallowFrom, 1)
    return perception.amplitude(ofStrength: part * perception.strength(ofAmplitude: weaker))
  }

  /// Whether two pushes are felt as two.
  ///
  /// - Parameter delay: the delay of the second push; infinity if further taps follow closely. The longer the delay,
  ///   the smaller the reserve for slower units.
  static func isSeparated(_ tapPush: TapPush, _ following: TapPush, after delay: Double = 0) -> Bool {
    let reduction = min(max(delay / Constants.simultaneous - 1, 0), 1)
    let reserve = tapPush.motors.reserve
    let slowness = reserve + (1 - reserve) * reduction
    // After a silence, the beginning of a heavy tap may feel stronger than a light tap; this does not count as a
    // missing gap.
    if tapPush.isOver(before: following.start, slowness: slowness) { return true }
    return tapPush.valley(before: following, slowness: slowness) <= Constants.gap + Constants.gapReduction * reduction
  }

  /// Whether a push is felt to be over before `onset`, so that any event at `onset` is felt as a second one.
  static func isSeparated(_ tapPush: TapPush, before onset: Double) -> Bool {
    tapPush.isOver(before: onset, slowness: tapPush.motors.reserve)
  }

  /// Returns the earliest start of an event of amplitude `goal` that is intended at `onset`, if the motors are off from
  /// `now` on. The result is not before `earliest`; the search ends at `latest`.
  static func start(
    of goal: @autoclosure () -> Double, at onset: Double, now: Double, earliest: Double, latest: Double,
    motors: MotorGroup,
    top: Double, isDense: Bool = false
  ) -> Double {
    var start = max(onset, earliest)
    // Motors below the threshold are not felt. Test this first: the amplitude of a tap is expensive to compute.
    if motors.amplitude <= motors.perception.threshold { return start }
    let weaker = min(top, goal())
    while start < latest,
      motors.amplitude(drive: 0, after: (start - now) / motors.reserve)
        > rest(beside: weaker, motors.perception, after: start - onset, isDense: isDense)
    {
      start += 1
    }
    return start
  }
}
