internal import Haptics

/// The reason why a command ends without success: one line for the user, and an exit code for scripts.
package struct Failure: Error, Equatable {
  package enum Code: Int32, Sendable {
    /// The daemon or the device refused, a budget was exceeded, or doctor found a problem.
    case refused = 1
    /// The command cannot be carried out: no valid answer of a daemon, an unknown name, an invalid number, or a file
    /// that cannot be read or written.
    case usage = 2
    /// The command of `sandbox` cannot be executed, as in shells.
    case notExecutable = 126
    /// The command of `sandbox` does not exist, as in shells.
    case notFound = 127
    /// 128 plus the number of the signal, as in shells: SIGHUP, SIGINT by Ctrl-C, SIGTERM.
    case hungUp = 129
    case interrupted = 130
    case terminated = 143
  }

  let code: Code
  /// The problem and its remedy, in one line without a final period.
  package let message: String
  /// The verdict, if the daemon refused.
  var verdict: Verdict?
  /// The reason why there is no valid answer of a daemon, as it follows `because`; nil for other failures.
  package var absence: Absence?

  /// The error of a connection; nil for other failures.
  var connectionError: ClientError?

  /// The state of a daemon that gives no valid answer.
  package enum Absence: String, Sendable {
    case notRunning = "no daemon is running"
    case silent = "the daemon does not answer"
    case foreign = "the daemon speaks another version of the protocol"
  }
  /// Warnings that explain the failure, one line each. They are reported before it.
  var warnings: [String] = []

  static func refused(_ message: String) -> Failure { Failure(code: .refused, message: message) }
  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }

  func because(of verdict: Verdict) -> Failure { Failure(code: code, message: message, verdict: verdict) }
}
