internal import Glibc

/// Signals that ask the service to end.
enum EndingSignals {
  static let unconditional = [SIGTERM, SIGINT]

  /// Ignores them, also one that is pending, while the service ends: some send them twice, and the exit code is decided.
  static func ignore() {
    for number in unconditional + [SIGHUP] { _ = signal(number, SIG_IGN) }
  }
}
