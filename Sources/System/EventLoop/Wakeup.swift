public import HapticSystem

/// Lets other threads call the loop. Dropping it silences the handler; remaining triggers do nothing.
public struct Wakeup: ~Copyable {
  /// Give copies of it to the threads that signal.
  public let trigger: Trigger
  fileprivate let source: Source

  /// The part that may cross threads.
  public struct Trigger: Sendable {
    fileprivate let counter: EventCounter

    /// Makes the loop call the handler soon. Several signals before the call count once. Never blocks.
    ///
    /// It transfers no data: share values under a lock or as atomics.
    ///
    /// The corresponding C function is `eventfd_write`.
    public func signal() { counter.raise() }
  }
}

extension EventLoop {
  /// Adds a handler that other threads can call.
  ///
  /// - Throws: the kernel's error where it has no descriptors left.
  ///
  /// The corresponding C function is `eventfd`.
  public func wakeup(_ handler: @escaping () -> Void) throws(Errno) -> Wakeup {
    let counter = try EventCounter()
    let source = try watch(counter.rawValue, for: .readable) { _ in
      counter.clear()
      handler()
    }
    return Wakeup(trigger: Wakeup.Trigger(counter: counter), source: source)
  }
}
