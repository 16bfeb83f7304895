internal import CSystemd
internal import HapticSystem

// The loop of libsystemd, which has the sources that are rare or belong to the library: signals, directories, the
// watchdog, buses and the device monitor. Everything that it waits for is behind one descriptor.
//
// A source may also have work that the descriptor does not show: a bus sets its timeout, and drops or requests events
// of its socket, when the library prepares to wait. `sd_event_run` without a timeout does this, and returns 0 once the
// descriptor shows everything. So the loop runs it after each event of the descriptor, and after each change of a
// source from outside, until it returns 0.

/// The loop of libsystemd, behind one descriptor.
///
/// The corresponding C type is `sd_event`.
@safe final class LibraryLoop {
  let pointer: OpaquePointer
  /// Whether sources may have work that the descriptor does not show.
  var mayHaveWork = true

  init() throws(Errno) {
    var pointer: OpaquePointer?
    try unsafe check(sd_event_new(&pointer))
    unsafe self.pointer = pointer!
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Readable while a source has an event.
  var descriptor: Int32 { unsafe sd_event_get_fd(pointer) }

  /// Runs the handler of one source that has work.
  ///
  /// - Returns: false where no source has any; the descriptor then shows the next.
  ///
  /// The corresponding C function is `sd_event_run`.
  func dispatch() throws(Errno) -> Bool {
    guard mayHaveWork else { return false }
    let result = unsafe sd_event_run(pointer, 0)
    // A signal may end the library's message to the service manager. The next call sends it.
    if result == -Errno.interrupted.rawValue { return false }
    mayHaveWork = try check(result) > 0
    return mayHaveWork
  }
}
