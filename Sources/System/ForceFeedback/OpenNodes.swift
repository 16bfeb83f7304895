package import EventLoop
internal import Synchronization

/// Counts open nodes until the kernel has closed them, and their motors are off. Thread-safe.
package final class OpenNodes: Sendable {
  private struct State {
    var count = 0
    var trigger: Wakeup.Trigger?
  }

  private let state = Mutex(State())

  package init() {}

  package var isEmpty: Bool { state.withLock { $0.count == 0 } }

  /// Signals `trigger` when no node is open, which may be now.
  package func signalWhenEmpty(_ trigger: Wakeup.Trigger) {
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
