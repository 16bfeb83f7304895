/// Translates between the time of a score and real time since a rendition began in the middle of it.
struct ScoreClock {
  /// Where in the score the rendition begins.
  let origin: Duration
  /// Seconds of the score in a real second.
  let rate: Double

  /// Real time in milliseconds.
  func real(_ moment: Duration) -> Double { (moment - origin).inMilliseconds / rate }

  /// The score's time after so many real milliseconds.
  func score(_ milliseconds: Double) -> Duration { origin + Self.duration(milliseconds * rate) }

  /// A stretch of the score.
  func stretch(_ milliseconds: Double) -> Duration { Self.duration(milliseconds * rate) }

  /// Clamped to about 126 years; not a number is zero.
  private static func duration(_ milliseconds: Double) -> Duration {
    let nanoseconds = milliseconds * 1e6
    return .nanoseconds(nanoseconds.isNaN ? 0 : Int64(min(max(nanoseconds, -4e18), 4e18)))
  }
}
