internal import Glibc

/// Waits for conditions. The only limit of time in tests, so that none of them has one of its own that a busy machine
/// exceeds.
package enum TestWait {
  /// The limit of every wait. A passing test never reaches it, however busy the machine is.
  package static let limit = Duration.seconds(120)

  /// Polls a condition until it is true. The pauses grow with the time that has passed, because polling takes the
  /// processor from what it waits for.
  ///
  /// - Returns: false if `limit` passed first.
  package static func until(upTo limit: Duration = limit, _ condition: () throws -> Bool) rethrows -> Bool {
    let start = ContinuousClock.now
    while true {
      if try condition() { return true }
      let passed = ContinuousClock.now - start
      if passed >= limit { return false }
      usleep(UInt32(min(max(passed / .microseconds(8), 1000), 20_000)))
    }
  }
}
