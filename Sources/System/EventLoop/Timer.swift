public import HapticSystem

/// A timer that fires once each time it is armed. Releasing it disarms it. It needs nothing of the kernel.
///
/// It never fires early. The loop adds no delay of its own: it lets the kernel be late by a thousandth of the last
/// part of the wait, which is 5 ms or less.
public final class Timer {
  private let queue: TimerQueue
  private let entry: TimerEntry

  init(_ entry: TimerEntry, in queue: TimerQueue) {
    self.queue = queue
    self.entry = entry
    queue.insert(entry)
  }

  deinit { queue.remove(entry) }

  /// Fires once at `instant`, or at once where it has passed; an earlier `arm` is replaced. Does not allocate.
  /// `.distantFuture` disarms.
  public func arm(at instant: Instant) {
    instant == .distantFuture ? queue.disarm(entry) : queue.arm(entry, at: instant)
  }

  /// Does not fire until it is armed again.
  public func disarm() { queue.disarm(entry) }
}

extension EventLoop {
  /// A timer on `CLOCK_MONOTONIC`, disarmed at first. `handler` gets the time at which it runs, not the one it was
  /// armed for: the difference is its delay.
  public func timer(priority: Priority = .normal, _ handler: @escaping (Instant) -> Void) -> Timer {
    Timer(TimerEntry(priority, handler), in: timers)
  }
}
