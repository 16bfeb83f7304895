internal import HapticSystem

/// A stop that the device refused, while it is written again: soon at first, then less often, until the device takes it.
///
///     refused     again     again            again                    given up
///     ├─ 5 ms ────┼─ 10 ms ─┼─ 20 ms ── ... ─┼─ 100 ms ── 100 ms ... ─┤
///
/// It is given up when the kernel has stopped the motor by the lease of the last level, and not before a second: some
/// drivers ignore the lease.
struct RefusedStop {
  /// The device's error, at the first attempt.
  let error: Errno
  /// When it is written again; never, while the device's own thread works on it.
  private(set) var next: Instant
  private var pause = Duration.milliseconds(5)
  private let end: Instant

  init(_ error: Errno, leaseEnd: Instant, at now: Instant) {
    self.error = error
    end = max(leaseEnd, now + Self.shortest)
    next = now + pause
  }

  private static let shortest = Duration.seconds(1)
  private static let longestPause = Duration.milliseconds(100)

  /// It waits in the queue of the device's own thread.
  mutating func wait() { next = .distantFuture }

  /// It was refused again.
  ///
  /// - Returns: whether it is worth another attempt.
  mutating func tryLater(than now: Instant) -> Bool {
    pause = min(pause * 2, Self.longestPause)
    next = now + pause
    return next <= end
  }
}

/// What became of a refused stop.
enum RefusedStopNews {
  /// The device refused, and is asked again.
  case refused(Errno)
  /// It took the stop at a later attempt.
  case taken
  /// It never did; only the lease has stopped the motor, if the driver keeps to leases.
  case givenUp(Errno)
}
