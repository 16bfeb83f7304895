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

  /// Runs the program.
  ///
  /// - Parameter finish: called once at its end, with whether it has succeeded: it also sends its exit status over its
  ///   socket. May release the connection.
  func run(
    _ arguments: [String], loop: EventLoop, finish: @escaping (_ isDone: Bool) -> Void
  ) throws(Errno) -> HelperConnection {
    var isDone = false
    return try HelperConnection(path, arguments, loop: loop, packetSize: 1) {
      isDone = $0[0] == 0
    } onEnd: {
      finish(isDone)
    }
  }

  /// Removes the file.
  func forget() { _ = try? HelperProgram.start(path, ["forget", folder]) }
}
