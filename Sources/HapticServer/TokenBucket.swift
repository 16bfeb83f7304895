internal import HapticPreferences
internal import HapticSystem

/// A rate limit as it is counted, in nanoseconds.
struct Pace {
  /// Between two at the steady rate.
  let interval: Int64
  /// How far ahead of the steady rate a burst may run.
  let allowance: Int64
  let gap: Int64

  /// Rates below one in a thousand seconds count as that, bursts above a million as a million.
  init(_ limit: RateLimit) {
    interval = max(Int64(1e9 / max(limit.perSecond, 1e-3)), 1)
    allowance = interval * Int64(min(max(limit.burst, 1), 1_000_000) - 1)
    gap = limit.gap.wholeNanoseconds
  }
}

/// A token bucket that needs no refilling: all that is kept is when the next one would come at the steady rate (the
/// generic cell rate algorithm, ITU-T I.371).
struct TokenBucket {
  private var next: Int64 = 0
  private var latest: Int64?

  /// Takes a token, if there is one.
  mutating func take(_ pace: Pace, at now: Instant) -> Bool {
    let moment = now.nanoseconds
    if next > moment, next - moment > pace.allowance { return false }
    if let latest, moment - latest < pace.gap { return false }
    next = max(next, moment) + pace.interval
    latest = moment
    return true
  }
}
