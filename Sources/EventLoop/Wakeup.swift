public import HapticSystem

/// The way for other threads to call the loop. Dropping it silences the handler; triggers that are left become inert.
public struct Wakeup: ~Copyable {
  /// Hand copies of it to the threads that may signal.
  public let trigger: Trigger
  private let source: Source

  fileprivate init(trigger: Trigger, source: consuming Source) {
    self.trigger = trigger
    self.source = source
  }

  /// The half that may cross threads.
  public struct Trigger: Sendable {
    fileprivate let counter: EventCounter

    /// Has the loop call the handler soon. Signals that come before it is called count once. Never blocks.
    ///
    /// What the calling thread wrote before is visible to the handler only under a lock or as atomics: this is a
    /// doorbell, not a letter box.
    ///
    /// The corresponding C function is `eventfd_write`.
    public func signal() { counter.raise() }
  }
}

extension EventLoop {
  /// - Throws: what the kernel says when it has no descriptors left.
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
