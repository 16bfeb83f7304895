internal import Glibc

// By default, the kernel ends the process at a signal without a handler, before the daemon can stop its motors. The
// kernel then closes the devices, which erases their effects and so stops the motors. Nevertheless, a script that
// sends the wrong signal must not end the daemon.
//
// Three kinds of signals keep their default. SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS report a
// fault and write a core, and SIGQUIT and SIGXCPU request one: after these, the code of the daemon cannot be trusted,
// and the kernel stops the motors. SIGTSTP suspends the process, which leaves a motor on for at most its lease, a
// second.

/// The signals that the daemon ignores, always or during its exit.
enum Signals {
  /// Signals that request the end of the daemon. SIGHUP does so as well in a terminal.
  static let ending = [SIGTERM, SIGINT]

  /// Ignores these signals and SIGHUP, including a pending one, during the exit. Some programs send them twice, and the
  /// exit code is already determined.
  static func ignoreEnding() { ignore(ending + [SIGHUP]) }

  /// Ignores signals without a meaning for the daemon. SIGPIPE: the reader of a client's socket or of the log is gone.
  /// SIGXFSZ: the log file has reached its maximum size.
  static func ignoreStray() {
    ignore([SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXFSZ])
    ignore(__libc_current_sigrtmin()...__libc_current_sigrtmax())
  }

  private static func ignore(_ numbers: some Sequence<Int32>) {
    for number in numbers { _ = signal(number, SIG_IGN) }
  }
}
