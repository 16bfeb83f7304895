public import EventLoop
import HapticSystem

/// What a test waits for did not happen within any sensible time.
public struct NeverHappened: Error {}

extension EventLoop {
  /// Dispatches until `condition` holds; twenty seconds are for ever.
  public func run(until condition: () -> Bool) throws {
    let limit = Instant.now + .seconds(20)
    while !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try runOnce(timeout: .milliseconds(10))
    }
  }

  /// Dispatches until nothing has happened for a while, so that what did not happen by then does not happen.
  public func settle() throws {
    while try runOnce(timeout: .milliseconds(100)) {}
  }
}
