internal import Glibc

// By default, the kernel ends the process at a signal without a handler, before the daemon can stop its motors. The
// kernel then closes the devices, which erases their effects and so stops the motors. Nevertheless, a script that
// sends the wrong signal must not end the daemon.
//
// Three kinds of signals keep their default. SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS report a
// fault and write a core, and SIGQUIT and SIGXCPU request one: after these, the code of the daemon cannot be trusted,
// and the kernel stops the motors. SIGTSTP suspends the process, which leaves a motor on for at most its lease, a
// second.

/// Signals without a meaning for the daemon.
enum StraySignals {
  static func ignore() {
    for number in named + Array(firstRealTime...lastRealTime) { _ = signal(number, SIG_IGN) }
  }

  /// SIGPIPE: the reader of a client's socket or of the log is gone. SIGXFSZ: the log file has reached its maximum
  /// size.
  private static let named = [
    SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXFSZ,
  ]
  private static let firstRealTime = __libc_current_sigrtmin()
  private static let lastRealTime = __libc_current_sigrtmax()
}
