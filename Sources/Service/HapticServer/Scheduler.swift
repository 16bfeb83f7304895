package import EventLoop
package import HapticSystem

/// An alarm that rings once at a given time. Setting it again replaces the time.
package protocol Alarm: AnyObject {
  func set(for instant: Instant)
  func clear()
}

/// The server's source of time and of alarms: the event loop in the daemon, a clock moved by hand in tests.
package protocol Scheduler: AnyObject {
  /// The present time on `CLOCK_MONOTONIC`; in tests, the time of the manual clock.
  var now: Instant { get }

  /// Creates an alarm that is not set. Each time it is due, it calls `ring` with the time of the call.
  ///
  /// - Throws: the system's error if it has no timer left.
  func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) throws(Errno) -> any Alarm
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

  package func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) throws(Errno) -> any Alarm {
    let priority: Priority =
      switch urgency {
      case .stop: .stop
      case .work: .normal
      case .idle: .idle
      }
    return LoopAlarm(try timer(priority: priority, ring))
  }

  private final class LoopAlarm: Alarm {
    private let timer: Timer

    init(_ timer: consuming Timer) { self.timer = timer }

    func set(for instant: Instant) { timer.arm(at: instant) }
    func clear() { timer.disarm() }
  }
}
