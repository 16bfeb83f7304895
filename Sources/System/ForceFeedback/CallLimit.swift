internal import CHapticLinux
internal import HapticSystem

/// A limit for a system call that may wait.
///
/// A signal interrupts the call after 2 to 4 ms. It also comes after a call that returned earlier, and then does
/// nothing but wake the loop; a burst of calls has one such signal.
///
/// The corresponding C function is `timer_create` with `SIGEV_THREAD_ID`.
enum CallLimit {
  /// Runs `call`, in which a system call that waits longer than the limit fails with `EINTR`.
  ///
  /// - Throws: `.wouldBlock` where the kernel has no timers left; `call` did not run then.
  @inline(__always)
  static func run<Result>(_ call: () -> Result) throws(Errno) -> Result {
    if haptic_begin_limit(Instant.now.nanoseconds) < 0 { throw .wouldBlock }
    defer { haptic_end_limit() }
    return call()
  }
}
