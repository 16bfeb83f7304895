public import HapticSystem
internal import Synchronization

/// Work on a thread, one piece at a time, whose result comes back in the loop. For work that would delay the loop.
///
/// A thread that waits for a file system that does not respond stays until the wait ends; nothing waits for the thread.
public final class BackgroundWork<Value: Sendable> {
  private let loop: EventLoop
  private let outbox = Outbox<Value>()
  /// Made at first use: most runs of a program need none.
  private var wakeup: Wakeup?
  private var finish: ((Value) -> Void)?

  public init(_ loop: EventLoop) { self.loop = loop }

  /// Whether a piece is being worked on.
  public var isBusy: Bool { finish != nil }

  /// Calls `body` on a thread with ordinary scheduling, then `finish` in the loop, unless this object is released before.
  /// Call it only when nothing is being worked on.
  ///
  /// - Throws: the error of the kernel where it has no descriptor or no thread left; nothing is called then.
  public func start(
    _ body: @escaping @Sendable () -> Value, finish: @escaping (Value) -> Void
  ) throws(Errno) {
    try start(delivering: { $0(body()) }, finish: finish)
  }

  /// The same with a `body` that delivers the value, once, before its end: what it does after that delays nothing.
  public func start(
    delivering body: @escaping @Sendable (_ deliver: (Value) -> Void) -> Void, finish: @escaping (Value) -> Void
  ) throws(Errno) {
    if wakeup == nil { wakeup = try loop.wakeup { [unowned self] in takeResult() } }
    try BackgroundThread.start { [outbox, trigger = wakeup?.trigger] in
      BackgroundThread.leaveRealTime()
      body {
        outbox.put($0)
        trigger?.signal()
      }
    }
    self.finish = finish
  }

  private func takeResult() {
    guard let finish, let result = outbox.take() else { return }
    self.finish = nil
    finish(result)
  }
}

/// The result of the thread.
private final class Outbox<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  func put(_ value: Value) { result.withLock { $0 = value } }

  func take() -> Value? {
    result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
