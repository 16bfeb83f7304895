internal import HapticPreferences
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

/// The settings in force: those of the files, or the former settings that the running daemon keeps while a file has a
/// mistake.
struct EffectiveSettings {
  /// The settings in the files, as a daemon that starts now reads them.
  let stack: PreferenceStack
  /// The mistake that makes the daemon keep former settings, with its position; nil if the settings of the
  /// files are in force.
  let complaint: String?
  /// The theme in force in the daemon, or nil if the daemon does not report it.
  private let theme: ShortName?
  private let session: DaemonSession?

  /// - Parameter session: a session with the running daemon; if nil, the settings of the files apply.
  init(_ stack: PreferenceStack, _ session: DaemonSession? = nil) {
    self.stack = stack
    self.session = session
    let status = try? session?.status()
    complaint = status?.complaint.nonEmpty
    theme = status?.theme
  }

  /// The value that the daemon keeps, or nil if it is the value of the files.
  func keptValue(of key: PreferenceKey) -> PreferenceValue? {
    if key.isTheme {
      // A theme that cannot be loaded leaves the former one in force, and the daemon's option has precedence over the
      // setting.
      guard let theme, !theme.isEmpty, theme != stack.preferences.theme ?? Theme.standardName else { return nil }
      return .name(theme)
    }
    guard complaint != nil, let text = session?.setting("\(key)"), let value = key.value(written: text) else {
      return nil
    }
    return value == key.value(in: stack.preferences) ? nil : value
  }
}

extension PreferenceStack {
  /// The remedy for the first error: an editor does not open a file that cannot be read.
  var remedy: String {
    guard let error = problems.first(where: \.isError)?.finding, error.line == nil else { return "hapticctl edit" }
    return error.remedy
  }

  /// The settings in the files that this program reads, as a daemon that starts now would merge them.
  static var here: PreferenceStack { load(in: DaemonFolders.here.folders) }

  func isGSettings(_ key: String) -> Bool {
    (try? PreferenceKey.spelled(key)).flatMap { origins[$0]?.isGSettings } ?? false
  }
}

extension PreferenceKey {
  var isTheme: Bool { setting.table == .general && setting.name == "theme" }

  /// The value that this TOML text sets, or `.nothing` for an empty text; nil if the text is not a valid value.
  func value(written text: String) -> PreferenceValue? {
    if text.isEmpty { return .nothing }
    guard let document = try? TOMLDocument.read(Array("value = \(text)".utf8)), let node = document.root.first else {
      return nil
    }
    return try? setting.kind.value(of: node.value)
  }
}
