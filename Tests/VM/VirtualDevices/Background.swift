internal import Glibc
internal import TestSupport

/// Work on its own thread, for calls that may block.
package final class Background<Value: Sendable>: Sendable {
  private let result = Monitor<Value?>(nil)

  package init(_ body: @escaping @Sendable () -> Value) {
    let result = result
    pthread_detach(
      startThread {
        let value = body()
        result.withLock { $0 = value }
      })
  }

  /// Whether the work is finished.
  package var isDone: Bool { result.withLock { $0 != nil } }

  /// Waits for the result of the work.
  ///
  /// - Throws: `RigError` if `limit` passes first.
  package func value(upTo limit: Duration = TestWait.limit) throws -> Value {
    guard let value = result.wait(upTo: limit, until: { $0 != nil }).0 else {
      throw RigError("the work in the background still blocks after \(limit)")
    }
    return value
  }
}
