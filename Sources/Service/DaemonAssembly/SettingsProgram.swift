internal import EventLoop
internal import HapticSystem
internal import PreferenceFiles

/// The program that uses GSettings, and the folder of its file.
struct SettingsProgram {
  private let path: String
  let folder: String

  /// Nil if there is no folder for the file, or if the program is not installed.
  init?() {
    guard let folder = PreferenceFolders.gsettings(environment: Environment.variable),
      let path = HelperProgram.path(of: "hapticd-gsettings")
    else { return nil }
    (self.path, self.folder) = (path, folder)
  }

  enum Outcome {
    case done
    /// There is no GSettings, or no schema of feedbackd.
    case absent
    /// The program had an error or no time.
    case failed
  }

  /// Runs the program.
  ///
  /// - Parameter finish: called once at its end: it also sends its exit status over its socket. May release the
  ///   connection.
  func run(
    _ arguments: [String], loop: EventLoop, finish: @escaping (Outcome) -> Void
  ) throws(Errno) -> HelperConnection {
    var outcome = Outcome.failed
    return try HelperConnection(path, arguments, loop: loop, packetSize: 1) {
      outcome = $0[0] == 0 ? .done : $0[0] == 3 ? .absent : .failed
    } onEnd: {
      finish(outcome)
    }
  }

  /// Removes the file.
  func forget() { _ = try? HelperProgram.start(path, ["forget", folder]) }
}
