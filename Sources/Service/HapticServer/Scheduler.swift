package import EventLoop
package import HapticSystem

/// An alarm that rings once at a given time. Arming it again replaces the time; `.distantFuture` disarms it.
package protocol Alarm: AnyObject {
  func arm(at instant: Instant)
  func disarm()
}

extension Timer: Alarm {}

/// The server's source of time and of alarms: the event loop in the daemon, a clock moved by hand in tests.
package protocol Scheduler: AnyObject {
  /// The present time on `CLOCK_MONOTONIC`; in tests, the time of the manual clock.
  var now: Instant { get }

  /// Creates an alarm that is not armed. Each time it is due, it calls `ring` with the time of the call.
  func makeAlarm(_ priority: EventLoop.Priority, _ ring: @escaping (Instant) -> Void) -> any Alarm
}

extension EventLoop: Scheduler {
  package var now: Instant { .now }

  package func makeAlarm(_ priority: Priority, _ ring: @escaping (Instant) -> Void) -> any Alarm {
    timer(priority: priority, ring)
  }
}
