internal import HapticSystem

/// When to try to connect again: at once after a good connection, then 0.1, 0.2, 0.4 ... up to 5 seconds after each
/// failure. A connection is good when the daemon has said hello: one that takes connections only to drop them must
/// not be called on every play.
struct Backoff {
  static let longest = Duration.seconds(5)

  private var failures = 0
  private(set) var nextAttempt = Instant.distantPast

  func allowsAttempt(at now: Instant) -> Bool { now >= nextAttempt }

  /// An attempt begins, or a connection ended before it was good.
  mutating func begin(at now: Instant) {
    nextAttempt = now + min(.milliseconds(100) * (1 << min(failures, 6)), Self.longest)
    failures += 1
  }

  mutating func succeed() {
    failures = 0
    nextAttempt = .distantPast
  }
}
