internal import HapticSystem

/// The rate limit of the sounds and lights of one client: a burst, then a number per second. Fast typing stays below it.
struct CueRate {
  private var left = burst
  private var filled = Instant.distantPast

  private static let burst = 40.0
  private static let perSecond = 20.0

  /// - Returns: whether another cue is allowed now.
  mutating func take(at now: Instant) -> Bool {
    if filled != .distantPast {
      left = min(Self.burst, left + max(0, Double((now - filled).wholeNanoseconds) / 1e9) * Self.perSecond)
    }
    filled = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
