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

  private static func duration(_ milliseconds: Double) -> Duration {
    .nanoseconds(Int64(min(max(milliseconds * 1e6, -4e18), 4e18)))
  }
}
