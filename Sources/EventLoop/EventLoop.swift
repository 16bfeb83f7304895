// The loop: one thread, one sd-event, every event of the daemon in order.
//
// What runs here is confined to the thread that calls `run`: handlers are plain closures, none is Sendable, none may
// block. A thread that must talk to the loop owns a `Wakeup.Trigger`, the only piece of this module that may cross.
//
// Who owns what. A `Source` (or `Timer`, `Wakeup`) is the registration: it owns the kernel's side (an sd_event_source)
// and the closure. Dropping it ends both, at once:
//
//   Source ──owns──> sd_event_source ──userdata, unowned──> handler object ──> closure
//      └───────────────────────── owns ─────────────────────────┘
//
// The trampoline that sd-event calls takes its own reference to the handler object for the length of the call, and
// sd-event keeps a source that is being dispatched until its callback returns. So a handler may drop its own source,
// or the object that holds it, and still run to its end; it is not called again.
//
// What it costs. Registering allocates; an event, or arming a timer again, does not. Between two events nothing runs:
// timers share one timerfd that is set to the earliest of them, and a watch that asks for nothing (`[]`) still learns
// of a hang-up without being woken by input.
//
// Order. When several sources are ready the lowest `Priority` runs first, and readiness is looked at again after each
// handler, so that a stop that falls due while a client's packet is handled runs before the next packet.
//
// A descriptor is only borrowed: close it after its source is gone, not before.

internal import CSystemd
public import HapticSystem

/// A loop over descriptors, timers, signals and directories. Not Sendable: it belongs to the thread that runs it.
///
/// The corresponding library is sd-event(3).
@safe public final class EventLoop {
  /// For sd-device, which attaches its monitor by itself. Valid as long as the loop.
  package let pointer: OpaquePointer

  /// - Throws: what the kernel says when it has no descriptors or memory left.
  ///
  /// The corresponding C function is `sd_event_new`.
  public init() throws(Errno) {
    var pointer: OpaquePointer?
    try unsafe check(sd_event_new(&pointer))
    unsafe self.pointer = pointer!
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Dispatches until `exit` is called, and returns its code. A loop runs once.
  ///
  /// - Throws: `.busy` where the loop runs or has ended.
  ///
  /// The corresponding C function is `sd_event_loop`.
  public func run() throws(Errno) -> Int32 { try unsafe check(sd_event_loop(pointer)) }

  /// Dispatches at most one event, waiting for it no longer than `timeout` (nil: for ever).
  ///
  /// - Returns: false where nothing happened in time, or the loop has ended.
  ///
  /// The corresponding C function is `sd_event_run`.
  public func runOnce(timeout: Duration?) throws(Errno) -> Bool {
    if unsafe sd_event_get_state(pointer) == Int32(SD_EVENT_FINISHED) { return false }
    let microseconds = timeout.map { UInt64(max(0, $0.wholeMicroseconds)) } ?? .max
    return try unsafe check(sd_event_run(pointer, microseconds)) > 0
  }

  /// Makes `run` return `code` (0...255 where it becomes the process's) after the handler that runs now.
  ///
  /// The corresponding C function is `sd_event_exit`.
  public func exit(_ code: Int32) { _ = unsafe sd_event_exit(pointer, code) }

  /// Pings the service manager's watchdog from the loop, if the manager asked for that: a loop that hangs is killed,
  /// and the kernel stops every motor when its descriptors close.
  ///
  /// - Returns: false where no watchdog is configured (`WATCHDOG_USEC`).
  ///
  /// The corresponding C function is `sd_event_set_watchdog`.
  @discardableResult
  public func enableWatchdog() throws(Errno) -> Bool { try unsafe check(sd_event_set_watchdog(pointer, 1)) > 0 }

  /// Which of several ready sources is dispatched first.
  public enum Priority: Sendable {
    /// What ends a vibration, and what frees memory or threads: before anything that can start one.
    case stop
    /// Clients and devices.
    case normal
    /// What can wait until nothing else is to be done.
    case idle

    var rawValue: Int64 {
      switch self {
      case .stop: Int64(SD_EVENT_PRIORITY_IMPORTANT)
      case .normal: Int64(SD_EVENT_PRIORITY_NORMAL)
      case .idle: Int64(SD_EVENT_PRIORITY_IDLE)
      }
    }
  }
}

@available(*, unavailable)
extension EventLoop: Sendable {}

/// libsystemd returns a negative errno; this is the one place that looks.
@discardableResult
func check(_ result: Int32) throws(Errno) -> Int32 {
  if result < 0 { throw Errno(rawValue: -result) }
  return result
}
