internal import EventLoop
internal import HapticSystem

/// A run of the program that uses GSettings.
final class SettingsHelper {
  static let programName = "hapticd-gsettings"

  /// The exit status of the program, which it also sends over its socket.
  enum Status: UInt8 {
    case done = 0
    case failed = 1
    /// GSettings or feedbackd's schema is not installed.
    case absent = 3
  }

  private var connection: HelperConnection?
  private var status: Status?

  /// Starts the program.
  ///
  /// - Parameter finish: called once at its end, with nil if it sent no status. May release this object.
  init(
    _ path: String, _ arguments: [String], loop: EventLoop, finish: @escaping (Status?) -> Void
  ) throws(Errno) {
    connection = try HelperConnection(path, arguments, loop: loop, packetSize: 1) { [unowned self] in
      status = Status(rawValue: $0[0])
    } onEnd: { [unowned self] in
      finish(status)
    }
  }
}
