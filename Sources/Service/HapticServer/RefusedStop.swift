internal import HapticSystem
internal import MotorDriving

/// A stop that the device refused. It is written again until the device takes it, soon at first and then less often:
///
///     refused     again     again            again                    given up
///     ├─ 5 ms ────┼─ 10 ms ─┼─ 20 ms ── ... ─┼─ 100 ms ── 100 ms ... ─┤
///
/// The attempts end with the lease of the last level, but not before one second, because some drivers ignore the lease.
struct RefusedStop {
  /// The device's error, at the first attempt.
  let error: DeviceError
  /// The time of the next attempt; `.distantFuture` while the device's own thread works on one.
  private(set) var next: Instant
  private var pause = Duration.milliseconds(5)
  private let end: Instant

  init(_ error: DeviceError, leaseEnd: Instant, at now: Instant) {
    self.error = error
    end = max(leaseEnd, now + Self.shortest)
    next = now + pause
  }

  private static let shortest = Duration.seconds(1)
  private static let longestPause = Duration.milliseconds(100)

  /// Waits for the device's own thread, which has the stop in its queue.
  mutating func wait() { next = .distantFuture }

  /// Schedules the next attempt after another refusal.
  ///
  /// - Returns: false if that is after the end of the attempts.
  mutating func tryLater(than now: Instant) -> Bool {
    pause = min(pause * 2, Self.longestPause)
    next = now + pause
    return next <= end
  }
}

enum RefusedStopNews {
  /// The device refused a stop, which is written again.
  case refused(DeviceError)
  /// The device took the stop at a later attempt.
  case taken
  /// The device refused all attempts. The motor has stopped by the lease, unless the driver ignores leases.
  case givenUp(DeviceError)
}
