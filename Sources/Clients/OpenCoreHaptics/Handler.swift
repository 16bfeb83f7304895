internal import Synchronization

/// A closure of the application. The engine calls it on its queue, whatever the closure captures; the types of Core
/// Haptics do not say `@Sendable`.
struct Handler<Call>: @unchecked Sendable {
  let call: Call
}

extension Mutex where Value: Sendable {
  /// Sets a handler. Releases the old one outside the lock, because it may be the last reference to an object.
  func replace<Call>(_ path: WritableKeyPath<Value, Handler<Call>>, by new: Handler<Call>) {
    let old = withLock { state in
      defer { state[keyPath: path] = new }
      return state[keyPath: path]
    }
    withExtendedLifetime(old) {}
  }
}
