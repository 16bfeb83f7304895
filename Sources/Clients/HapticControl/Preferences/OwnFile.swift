internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

struct OwnFile {
  private let file: SettingsFile

  init() throws(Failure) {
    guard let folder = PreferenceFolders.own(environment: Environment.variable) else {
      throw .usage("there is no folder for settings; set HOME or XDG_CONFIG_HOME")
    }
    file = SettingsFile("\(folder)/\(PreferenceFolders.fileName)")
  }

  var path: String { file.path }

  /// The contents of the file; empty if it does not exist.
  func bytes() throws(Failure) -> [UInt8] { try accessed(try file.bytes()) }

  func text() throws(Failure) -> PreferenceText { try accessed(try file.text()) }

  /// Changes the file, unless the text stays the same.
  func change(_ change: (PreferenceText) throws(EditRefusal) -> PreferenceText) throws(Failure) {
    try accessed(try file.change(change))
  }

  /// Sets keys to values, all at once or none.
  func set(_ values: [(key: PreferenceKey, value: PreferenceValue)]) throws(Failure) {
    try change { text throws(EditRefusal) in
      var text = text
      for (key, value) in values { text = try text.setting(key, to: value) }
      return text
    }
  }

  func replace(_ former: [UInt8], by bytes: [UInt8]) throws(Failure) {
    try accessed(try file.replace(former, by: bytes))
  }
}

/// Returns the result of an access to a settings file, or throws its error as a `Failure`.
func accessed<Result>(_ access: @autoclosure () throws(FileFailure) -> Result) throws(Failure) -> Result {
  do throws(FileFailure) { return try access() } catch { throw Failure(error) }
}

func preferenceKey(_ text: String) throws(Failure) -> PreferenceKey {
  do throws(PreferenceMistake) { return try PreferenceKey.spelled(text) } catch { throw .usage("\(error)") }
}

func warn(of problems: [FileFinding]) {
  for problem in problems { printWarning("\(problem)") }
}

extension Failure {
  /// A file that the system does not let this program read or write is an obstacle; its contents are a refusal.
  init(_ failure: FileFailure) {
    self = failure.reason == nil ? .refused(failure.message) : .usage(failure.message)
  }
}
