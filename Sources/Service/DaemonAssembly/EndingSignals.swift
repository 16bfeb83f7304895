internal import Glibc

/// Signals that request the end of the daemon.
enum EndingSignals {
  static let unconditional = [SIGTERM, SIGINT]

  /// Ignores these signals, including a pending one, during the exit. Some programs send them twice, and the exit
  /// code is already determined.
  static func ignore() {
    for number in unconditional + [SIGHUP] { _ = signal(number, SIG_IGN) }
  }
}
