public import EventLoop
import HapticSystem
import TestSupport

/// A condition did not become true within `TestWait.limit`.
public struct NeverHappened: Error {
  public init() {}
}

extension EventLoop {
  /// Dispatches until `condition` is true.
  ///
  /// - Throws: `NeverHappened` after `TestWait.limit`.
  public func run(until condition: () -> Bool) throws {
    let limit = Instant.now + TestWait.limit
    while !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try runOnce(timeout: .milliseconds(10))
    }
  }

  /// Dispatches until nothing has happened for 100 ms.
  public func settle() throws {
    while try runOnce(timeout: .milliseconds(100)) {}
  }
}
