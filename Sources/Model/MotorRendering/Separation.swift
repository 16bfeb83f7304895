/// The rules that keep events distinct on motors that need time to come to rest.
///
/// Times are milliseconds.
enum Separation {
  /// The longest delay of an event that separates it from the one before it. Events with a delay of 45 ms (Vogels 2004)
  /// or 50 ms (Di Luca, Mahnan 2019) still feel simultaneous; longer delays are accepted up to this limit.
  static let longestDelay = 120.0
  /// The longest delay as a fraction of the interval from the previous tap, which keeps the rhythm recognisable. A
  /// longer delay would move the tap beyond the expected time of the next one.
  static let delay = 1.25
  /// The number of consecutive taps that form a train if all intervals are too short for the motor.
  static let train = 5
  /// The longest time by which a vibration ends before an upcoming event.
  static let longestLead = 100.0
  /// The shortest time by which a vibration ends before an upcoming event: the skin needs it.
  static let margin = 15.0
  /// The just noticeable ratio of strengths. A vibration makes no room for a tap that is not noticeably stronger.
  static let noticeable = 1.19
  /// The ratio of strengths from which a vibration makes full room for a tap; below it, the room is in proportion.
  static let clear = 1.6
  /// The fraction of a vibration that is always kept.
  static let remainder = 0.4

  /// The strength between two events, as a fraction of the weaker one, that counts as a gap. The longer an event is
  /// already delayed, the shallower the gap, up to `shallow`; `FeltEnvelope.pulses` requires 0.6.
  static let gap = (deep: 0.5, shallow: 0.55)
  private static let shallowFrom = 20.0
  /// The delay from which reserve and gap are reduced; fully at twice this delay. It is the limit of felt simultaneity.
  private static let reducedFrom = 50.0
  /// The difference by which the gap is shallower at the full reduction: still two just noticeable differences.
  private static let gapReduction = 0.09
  /// The reserve for the times of rise and fall: another unit of the same type, or a cold one, may take longer by this
  /// factor. The times of a measured unit are known to a tenth.
  static let reserve = (type: 1.4, measured: 1.1)

  /// Returns the amplitude to which motors must fall next to an event of amplitude `weaker`.
  static func rest(beside weaker: Double, _ perception: Perception, after delay: Double = 0, isDense: Bool = false)
    -> Double
  {
    let part = isDense ? gap.shallow : gap.deep + (gap.shallow - gap.deep) * min(max(delay, 0) / shallowFrom, 1)
    return perception.amplitude(ofStrength: part * perception.strength(ofAmplitude: weaker))
  }

  /// Whether two pushes are felt as two.
  ///
  /// - Parameter delay: the delay of the second push; infinity if further taps follow closely. The longer the delay,
  ///   the smaller the reserve for slower units.
  static func isSeparated(_ tapPush: TapPush, _ following: TapPush, after delay: Double = 0) -> Bool {
    let reduction = min(max(delay / reducedFrom - 1, 0), 1)
    let reserve = tapPush.motors.reserve
    let slowness = reserve + (1 - reserve) * reduction
    // After a silence, the beginning of a heavy tap may feel stronger than a light tap; this does not count as a
    // missing gap.
    if tapPush.isOver(before: following.start, slowness: slowness) { return true }
    return tapPush.valley(before: following, slowness: slowness) <= gap.shallow + gapReduction * reduction
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
