internal import Glibc
internal import HapticSystem

/// The only way this module starts threads: detached, with a small stack, and deaf to signals, which are the loop's.
enum BackgroundThread {
  /// Runs `body` on a thread of its own.
  ///
  /// - Throws: `.wouldBlock` where the system has no more threads.
  ///
  /// The corresponding C function is `pthread_create`.
  static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 256 * 1024)
    let work = unsafe Unmanaged.passRetained(Work(body))
    let result = withSignalsBlocked {
      var thread = pthread_t()
      return unsafe pthread_create(&thread, &attributes, runWork, work.toOpaque())
    }
    if result != 0 {
      unsafe work.release()
      throw Errno(rawValue: result)
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A named function: a closure here could be taken for the main actor's, which must not run on other threads.
private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
  return nil
}

/// A new thread inherits the mask of the thread that made it.
private func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
