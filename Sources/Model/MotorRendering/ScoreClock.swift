/// Converts between the time of a score and real time since the start of a rendition.
struct ScoreClock {
  /// The position in the score at which the rendition begins.
  let origin: Duration
  /// Seconds of the score per real second.
  let rate: Double

  /// Returns milliseconds of real time.
  func real(_ moment: Duration) -> Double { (moment - origin).inMilliseconds / rate }

  /// Returns the score's time after the given milliseconds of real time.
  func score(_ milliseconds: Double) -> Duration { origin + stretch(milliseconds) }

  /// Returns the score's duration of the given milliseconds of real time. Clamps to about 126 years; not-a-number
  /// becomes zero.
  func stretch(_ milliseconds: Double) -> Duration {
    let nanoseconds = milliseconds * rate * 1e6
    return .nanoseconds(nanoseconds.isNaN ? 0 : Int64(min(max(nanoseconds, -4e18), 4e18)))
  }
}
