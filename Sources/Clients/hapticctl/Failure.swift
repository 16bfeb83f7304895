internal import Haptics

/// The reason why a command ends without success: one line for the user, and an exit code for scripts.
struct Failure: Error, Equatable {
  enum Code: Int32 {
    /// The daemon or the device refused, a budget was exceeded, or doctor found a problem.
    case refused = 1
    /// The command cannot be carried out: no daemon, an unknown name, or an invalid number.
    case usage = 2
    /// Ctrl-C: 128 plus the number of SIGINT, as in shells.
    case interrupted = 130
  }

  let code: Code
  /// The problem and its remedy, in one line without a final period.
  let message: String
  /// The verdict, if the daemon refused.
  var verdict: Verdict?

  static func refused(_ message: String) -> Failure { Failure(code: .refused, message: message) }
  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }

  func because(of verdict: Verdict) -> Failure { Failure(code: code, message: message, verdict: verdict) }
}
