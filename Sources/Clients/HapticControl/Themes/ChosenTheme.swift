internal import HapticPreferences
internal import HapticSystem
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles
internal import TextDiagnostics

/// The theme of a command: a name, or the theme in force.
package struct ChosenTheme {
  let theme: Theme
  /// The folders of the theme, the most important first; none if it is only built in.
  package let folders: [String]

  package var name: String { theme.name.description }

  package static var searched: [String] { DaemonFolders.here.themes }

  /// Loads the theme with this name; without one, the theme in force.
  package static func named(_ name: String?) throws(Failure) -> ChosenTheme {
    let name = name ?? inForce.name
    return ChosenTheme(theme: try load(name), folders: Theme.folders(of: name, in: searched))
  }

  static func load(_ name: String, searching folders: [String] = searched) throws(Failure) -> Theme {
    do throws(ThemeError) { return try Theme.load(name, searching: folders) } catch { throw failure(error) }
  }

  /// The theme in force: that of the running daemon, or of the settings.
  package static var inForce: (name: String, origin: String) {
    if let theme = (try? RunningDaemon.session()?.status())?.theme, !theme.isEmpty {
      return (theme.description, "the daemon")
    }
    return ((PreferenceStack.here.preferences.theme ?? Theme.standardName).description, "the settings")
  }

  /// The names of the themes for an unknown one, or the first mistake of a theme and the command that shows the others.
  static func failure(_ error: ThemeError) -> Failure {
    switch error {
    case .unknown(let name, _):
      let names = Theme.names(in: searched).joined(separator: ", ")
      return .usage("there is no theme '\(name)'; there are \(names), and hapticctl theme new makes one")
    case .refused(let findings) where findings.count > 1:
      let folder = Folder.containing(findings[0].file)
      return .usage("\(findings[0]); 'hapticctl lint \(folder)' shows \(findings.count - 1) more")
    case .refused, .invalidName: return .usage("\(error)")
    }
  }
}
