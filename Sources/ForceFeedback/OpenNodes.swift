public import EventLoop
internal import Synchronization

/// Counts nodes that are open, in the loop and in threads, until the kernel has closed them: their motors are off then.
public final class OpenNodes: Sendable {
  private struct State {
    var count = 0
    var trigger: Wakeup.Trigger?
  }

  private let state = Mutex(State())

  public init() {}

  public var isEmpty: Bool { state.withLock { $0.count == 0 } }

  /// Signals `trigger` once none is open, which may be now.
  public func signalWhenEmpty(_ trigger: Wakeup.Trigger) {
    state.withLock { state in
      state.trigger = trigger
      if state.count == 0 { trigger.signal() }
    }
  }

  func enter() { state.withLock { $0.count += 1 } }

  func leave() {
    state.withLock { state in
      state.count -= 1
      if state.count == 0 { state.trigger?.signal() }
    }
  }
}
