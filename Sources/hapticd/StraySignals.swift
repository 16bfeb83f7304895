internal import Glibc

// Every signal that nobody handles ends the process, by the kernel's default, without a stop. The kernel then closes the
// devices, which erases our effects and so stops the motors; but a script that sends the wrong signal should not end the
// service at all.
//
// Left alone are those that mean a fault and write a core (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS), and
// SIGQUIT and SIGXCPU, which ask for one: no code of ours can be trusted then, and the kernel's stop is what remains. Those
// that suspend the process (SIGTSTP) leave a motor on for as long as its lease, a second at most.

/// Signals that have no meaning for the service.
enum StraySignals {
  static func ignore() {
    for number in named + Array(firstRealTime...lastRealTime) { _ = signal(number, SIG_IGN) }
  }

  /// SIGPIPE: a client or a log whose reader left. SIGXFSZ: a log file at its limit.
  private static let named = [
    SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXFSZ,
  ]
  private static let firstRealTime = __libc_current_sigrtmin()
  private static let lastRealTime = __libc_current_sigrtmax()
}
