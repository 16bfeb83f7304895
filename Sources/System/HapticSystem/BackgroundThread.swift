internal import Glibc

/// Detached threads with a small stack. They block all signals, which the main thread handles.
public enum BackgroundThread {
  /// Runs `body` on a new thread with the scheduling of this one.
  ///
  /// - Throws: `.wouldBlock` if the system cannot create more threads.
  ///
  /// The corresponding C function is `pthread_create`.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
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

  /// Gives the calling thread the default policy (`SCHED_OTHER`), also in a process with real-time scheduling: for long
  /// work, which must not take the processor from the thread that waits for it. A filter of system calls may refuse it;
  /// then the thread keeps its policy.
  public static func leaveRealTime() {
    guard sched_getscheduler(0) != SCHED_OTHER else { return }
    var parameters = sched_param()
    _ = unsafe sched_setscheduler(0, SCHED_OTHER, &parameters)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A named function: a closure here could be isolated to the main actor, which must not run on other threads.
private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
  return nil
}

/// Blocks or unblocks a signal of this thread; safe in a signal handler. The corresponding C function is `sigprocmask`.
package func setBlocked(_ isBlocked: Bool, _ number: Int32) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  unsafe sigaddset(&set, number)
  unsafe _ = sigprocmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &set, nil)
}

/// Blocks all signals of this thread during `body`. A new thread inherits the signal mask of its creator.
func withSignalsBlocked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
