internal import EventLoop
internal import HapticPreferences
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

  /// Writes the settings into the file.
  ///
  /// - Parameter finish: called once at the end of the program, with whether it has done so. May release the connection.
  func read(loop: EventLoop, finish: @escaping (_ isDone: Bool) -> Void) throws(Errno) -> HelperConnection {
    try run(["read", folder], loop, finish)
  }

  /// Sets the profile in GSettings.
  ///
  /// - Parameter finish: as of `read`.
  func write(
    _ profile: Profile, loop: EventLoop, finish: @escaping (_ isDone: Bool) -> Void
  ) throws(Errno) -> HelperConnection {
    try run(["profile", profile.name], loop, finish)
  }

  /// The program also sends its exit status over its socket: 0 after success.
  private func run(
    _ arguments: [String], _ loop: EventLoop, _ finish: @escaping (_ isDone: Bool) -> Void
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
