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
  /// - Parameter finish: called once at the end of the run, with nil if it sent no status. May release the run.
  func read(loop: EventLoop, finish: @escaping (SettingsHelper.Status?) -> Void) throws(Errno) -> SettingsHelper {
    try SettingsHelper(path, ["read", folder], loop: loop, finish: finish)
  }

  /// Sets the profile in GSettings.
  ///
  /// - Parameter finish: as of `read`.
  func write(
    _ profile: Profile, loop: EventLoop, finish: @escaping (SettingsHelper.Status?) -> Void
  ) throws(Errno) -> SettingsHelper {
    try SettingsHelper(path, ["profile", profile.name], loop: loop, finish: finish)
  }

  /// Removes the file.
  func forget() { _ = try? HelperProgram.start(path, ["forget", folder]) }
}

/// A run of the program.
final class SettingsHelper {
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
  fileprivate init(
    _ path: String, _ arguments: [String], loop: EventLoop, finish: @escaping (Status?) -> Void
  ) throws(Errno) {
    connection = try HelperConnection(path, arguments, loop: loop, packetSize: 1) { [unowned self] in
      status = Status(rawValue: $0[0])
    } onEnd: { [unowned self] in
      finish(status)
    }
  }
}
