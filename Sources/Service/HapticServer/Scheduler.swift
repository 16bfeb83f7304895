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
  func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) -> any Alarm
}

/// The order in which due alarms and other work are served.
package enum Urgency: Sendable {
  /// Before everything else: for alarms that stop motors.
  case stop
  /// In turn with the clients' packets.
  case work
  /// After everything else.
  case idle
}

extension EventLoop: Scheduler {
  package var now: Instant { .now }

  package func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) -> any Alarm {
    let priority: Priority =
      switch urgency {
      case .stop: .stop
      case .work: .normal
      case .idle: .idle
      }
    return timer(priority: priority, ring)
  }
}
