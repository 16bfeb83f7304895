internal import CSystemd
public import HapticSystem

extension EventLoop {
  /// Calls `handler` each time `descriptor` is ready, as long as it is (level-triggered).
  ///
  /// With `[]` only a hang-up is reported, and only once; input that nobody reads does not wake the loop. A watch that
  /// asks for more is called for a hang-up until it is dropped.
  ///
  /// - Parameter descriptor: borrowed, *not* consumed; close it after the source is gone, not before.
  /// - Throws: `.notPermitted` for a regular file, which is always ready.
  ///
  /// The corresponding C function is `sd_event_add_io`.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, priority: Priority = .normal,
    _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    let handler = WatchHandler(handler)
    var pointer: OpaquePointer?
    let result = unsafe sd_event_add_io(
      self.pointer, &pointer, descriptor, readiness.rawValue, watchFired, userdata(handler))
    try check(result)
    let source = try unsafe Source(owning: pointer!, handler: handler, priority: priority)
    if readiness.isEmpty { source.limitToOneEvent() }
    return source
  }
}

private final class WatchHandler {
  let call: (Readiness) -> Void
  init(_ call: @escaping (Readiness) -> Void) { self.call = call }
}

private func watchFired(
  _ source: OpaquePointer?, _ descriptor: Int32, _ events: UInt32, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe handler(userdata, as: WatchHandler.self).call(Readiness(rawValue: events))
  return 0
}
