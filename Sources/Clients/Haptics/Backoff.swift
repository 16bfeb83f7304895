internal import HapticSystem

/// The times of connection attempts: at once after a good connection, then 0.1, 0.2, 0.4 ... up to 5 seconds after
/// each failure. A connection is good after the reply to hello: a daemon that closes each connection must not be
/// connected on each play. One that closes it after the reply is connected at most twice in 0.1 seconds.
struct Backoff {
  static let shortest = Duration.milliseconds(100)
  static let longest = Duration.seconds(5)

  private var lastAttempt = Instant.distantPast
  /// The attempt before the last one.
  private var formerAttempt = Instant.distantPast
  private var failures = 0
  /// Never after `end()`.
  private(set) var nextAttempt = Instant.distantPast
  /// The failure of the last attempt, or of the connection that it made.
  var failure = ClientError.disconnected

  func allowsAttempt(at now: Instant) -> Bool { now >= nextAttempt }

  /// Begins an attempt. It counts as a failure until `succeed()`.
  mutating func begin(at now: Instant) {
    (formerAttempt, lastAttempt) = (lastAttempt, now)
    nextAttempt = now + min(Self.shortest * (1 << min(failures, 6)), Self.longest)
    failures += 1
  }

  /// Makes the next attempt as late as after many failures: the daemon cannot be used.
  mutating func giveUp(_ failure: ClientError, at now: Instant) {
    self.failure = failure
    failures = 7
    nextAttempt = now + Self.longest
  }

  /// Allows no further attempt.
  mutating func end() {
    failure = .disconnected
    nextAttempt = .distantFuture
  }

  var hasEnded: Bool { nextAttempt == .distantFuture }

  mutating func succeed() {
    failures = 0
    nextAttempt = formerAttempt + Self.shortest
  }
}
