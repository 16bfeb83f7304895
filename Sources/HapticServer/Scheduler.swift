public import EventLoop
public import HapticSystem

/// Something that rings once at a given time. Setting it again replaces the time.
public protocol Alarm: AnyObject {
  func set(for instant: Instant)
  func clear()
}

/// Where the server gets its alarms: the event loop in the daemon, a clock moved by hand in tests.
public protocol Scheduler: AnyObject {
  /// The time on `CLOCK_MONOTONIC`, as far as the server is concerned.
  var now: Instant { get }

  /// A silent alarm that calls `ring`, with the time at which it rang, each time it is due.
  func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) throws(Errno) -> any Alarm
}

/// What an alarm that is due goes before.
public enum Urgency: Sendable {
  /// Before everything else: it stops motors.
  case stop
  /// Takes its turn among the clients' packets.
  case work
  /// Nothing: it waits until all else is done.
  case idle
}

/// Alarms of the event loop.
public final class LoopScheduler: Scheduler {
  private let loop: EventLoop

  public init(_ loop: EventLoop) { self.loop = loop }

  public var now: Instant { .now }

  public func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) throws(Errno) -> any Alarm {
    LoopAlarm(try loop.timer(priority: EventLoop.Priority(urgency), ring))
  }

  private final class LoopAlarm: Alarm {
    private let timer: Timer

    init(_ timer: consuming Timer) { self.timer = timer }

    func set(for instant: Instant) { timer.arm(at: instant) }
    func clear() { timer.disarm() }
  }
}

extension EventLoop.Priority {
  fileprivate init(_ urgency: Urgency) {
    self =
      switch urgency {
      case .stop: .stop
      case .work: .normal
      case .idle: .idle
      }
  }
}
