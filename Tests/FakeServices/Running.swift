package import EventLoop
import HapticSystem
import TestSupport

/// A condition did not become true within `TestWait.limit`.
package struct NeverHappened: Error {
  package init() {}
}

extension EventLoop {
  /// Dispatches until `condition` is true.
  ///
  /// - Throws: `NeverHappened` after `TestWait.limit`.
  package func run(until condition: () -> Bool) throws {
    let limit = Instant.now + TestWait.limit
    while !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try runOnce(timeout: .milliseconds(10))
    }
  }

  /// Dispatches until nothing has happened for 100 ms.
  package func settle() throws {
    while try runOnce(timeout: .milliseconds(100)) {}
  }
}
