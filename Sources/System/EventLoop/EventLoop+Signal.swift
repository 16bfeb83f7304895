internal import CSystemd
public import HapticSystem

extension EventLoop {
  /// Calls `handler` in the loop each time the process gets the signal, which is blocked from now on.
  ///
  /// Call it before other threads exist, which inherit the blocked signal. Several signals before the call count once.
  ///
  /// - Throws: `.busy` where the signal is handled already.
  ///
  /// The corresponding C function is `sd_event_add_signal`.
  public func signal(_ number: Int32, priority: Priority = .normal, _ handler: @escaping () -> Void) throws(Errno)
    -> Source
  {
    let handler = LibraryHandler(handler)
    var pointer: OpaquePointer?
    let result = unsafe sd_event_add_signal(
      libraryPointer, &pointer, number | Int32(SD_EVENT_SIGNAL_PROCMASK), signalFired, userdata(handler))
    try check(result)
    return Source(try unsafe LibrarySource(owning: pointer!, handler, priority))
  }
}

private func signalFired(
  _ source: OpaquePointer?, _ information: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe handler(userdata, as: LibraryHandler<() -> Void>.self).call()
  return 0
}
