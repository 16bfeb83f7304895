internal import CSystemd
public import HapticSystem

/// A registration with an `EventLoop`. Dropping it silences the handler at once, also from inside the handler itself;
/// the closure and what it captured are released with it.
///
/// Keep it as long as events are wanted, as a stored property or in an optional.
@safe public struct Source: ~Copyable {
  private let pointer: OpaquePointer
  private let handler: AnyObject

  /// Takes over a new source whose userdata is `handler`.
  init(owning pointer: OpaquePointer, handler: AnyObject, priority: EventLoop.Priority) throws(Errno) {
    unsafe self.pointer = pointer
    self.handler = handler
    try unsafe check(sd_event_source_set_priority(pointer, priority.rawValue))
  }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Changes what a watched descriptor is asked for; see `EventLoop.watch`. The handler stays the same.
  ///
  /// - Throws: `.invalidArgument` where the source does not watch a descriptor.
  ///
  /// The corresponding C function is `sd_event_source_set_io_events`.
  public func wait(for readiness: Readiness) throws(Errno) {
    try unsafe check(sd_event_source_set_io_events(pointer, readiness.rawValue))
  }

  /// Arms a timer's source once.
  func arm(atMicrosecond microsecond: UInt64) {
    // Neither call can fail on a timer of ours, and neither allocates.
    _ = unsafe sd_event_source_set_time(pointer, microsecond)
    _ = unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
  }

  /// Keeps the registration, without events.
  func disable() { _ = unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_OFF)) }

  /// At most one event, then silence.
  func limitToOneEvent() { _ = unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)) }
}

/// The address a handler object is known by to C. It is not retained: its `Source` owns it.
func userdata(_ handler: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passUnretained(handler).toOpaque()
}

/// The handler object behind an address, with a reference of its own: the handler may drop its source.
func handler<Handler: AnyObject>(_ userdata: UnsafeMutableRawPointer?, as type: Handler.Type) -> Handler {
  unsafe Unmanaged<Handler>.fromOpaque(userdata!).takeUnretainedValue()
}
