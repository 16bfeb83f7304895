public import HapticSystem

extension EventLoop {
  /// Calls `handler` each time `descriptor` is ready, as long as it is (level-triggered).
  ///
  /// With `[]` only a hang-up is reported, and only once; unread input does not wake the loop. A watch that asks for
  /// more is called for a hang-up until it is dropped.
  ///
  /// - Parameter descriptor: borrowed, *not* consumed; close it after the source is gone, not before.
  /// - Throws: `.notPermitted` for a regular file, which is always ready.
  ///
  /// The corresponding C function is `epoll_ctl`.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    let watch = Watch(descriptor, for: readiness, handler)
    try descriptors.insert(watch)
    return Source(watch, in: descriptors)
  }
}
