internal import HapticPreferences
internal import HapticSystem

/// A rate limit in the form that `TokenBucket` uses, in nanoseconds.
struct Pace {
  /// The time between two tokens at the steady rate.
  let interval: Int64
  /// The time by which a burst may be ahead of the steady rate.
  let allowance: Int64
  let gap: Int64

  /// Clamps rates to at least 0.001 per second, and bursts to 1...1,000,000.
  init(_ limit: RateLimit) {
    interval = max(Int64(1e9 / max(limit.perSecond, 1e-3)), 1)
    allowance = interval * Int64(min(max(limit.burst, 1), 1_000_000) - 1)
    gap = limit.gap.wholeNanoseconds
  }
}

/// A token bucket without refills: it keeps only the time of the next token at the steady rate (the generic cell rate
/// algorithm, ITU-T I.371), and the time of the latest token for the minimum gap.
struct TokenBucket {
  private var next: Int64 = 0
  private var latest: Int64?

  /// Takes a token.
  ///
  /// - Returns: false if there is none; nothing changes then.
  mutating func take(_ pace: Pace, at now: Instant) -> Bool {
    let moment = now.nanoseconds
    if next > moment, next - moment > pace.allowance { return false }
    if let latest, moment - latest < pace.gap { return false }
    next = max(next, moment) + pace.interval
    latest = moment
    return true
  }
}
