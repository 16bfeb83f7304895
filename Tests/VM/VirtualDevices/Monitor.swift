internal import Glibc
internal import HapticSystem

/// A value shared by threads: changed under a lock, and awaited without polling.
///
/// `@unchecked Sendable` because the value is accessed only under the mutex.
final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `condition` is true. Returns the value, and false if `limit` passed first.
  func wait(upTo limit: Duration, until condition: (Value) -> Bool) -> (Value, Bool) {
    let end = (Instant.now + limit).nanoseconds
    var deadline = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(value) {
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return (value, condition(value)) }
    }
    return (value, true)
  }
}
