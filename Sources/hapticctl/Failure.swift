internal import Haptics

/// Why a command ends without success: one line for a person, one number for a script.
struct Failure: Error, Equatable {
  enum Code: Int32 {
    /// The daemon or the device refused, a budget was exceeded, or doctor found something wrong.
    case refused = 1
    /// Asked in a way that cannot be answered: no daemon, an unknown name, a bad number.
    case usage = 2
    /// Ctrl-C, as shells report a program that SIGINT ended.
    case interrupted = 130
  }

  let code: Code
  /// Says what is wrong and what to do, in one line without a final period.
  let message: String
  /// Where the daemon refused.
  var verdict: Verdict?

  static func refused(_ message: String) -> Failure { Failure(code: .refused, message: message) }
  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }

  func because(of verdict: Verdict) -> Failure { Failure(code: code, message: message, verdict: verdict) }
}
