internal import HapticSystem
internal import PreferenceFiles
internal import TextDiagnostics

/// Checks a settings file, hapticd.toml or a drop-in, by the rules of the daemon.
enum SettingsLint {
  static func isSettingsFile(_ path: String) -> Bool { path.hasSuffix(".toml") }

  static func lint(_ path: String) -> FileLint {
    do throws(RegularFile.Failure) {
      let bytes = try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)
      return FileLint(path: path, PreferenceFile(bytes).findings)
    } catch {
      let message =
        switch error {
        case .refused(let reason): "cannot read the file: \(reason)"
        case .notRegular: "not a regular file"
        case .tooLarge: "file larger than \(PreferenceLimits.fileBytes) bytes"
        }
      let remedy = error == .tooLarge ? "remove settings that have their default value" : "check its permissions"
      return FileLint(path: path, [Finding(.error, message: message, remedy: remedy)])
    }
  }
}
