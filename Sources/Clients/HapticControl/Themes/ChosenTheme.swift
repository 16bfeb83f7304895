internal import HapticPreferences
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles

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
    return ChosenTheme(theme: try load(name, searching: searched), folders: Theme.folders(of: name, in: searched))
  }

  static func load(_ name: String, searching folders: [String]) throws(Failure) -> Theme {
    do throws(ThemeError) { return try Theme.load(name, searching: folders) } catch { throw failure(error) }
  }

  /// The theme in force: that of the running daemon, or of the settings.
  package static var inForce: (name: String, origin: String) {
    if let theme = (try? RunningDaemon.session()?.status())?.theme, !theme.isEmpty {
      return (theme.description, "the daemon")
    }
    return ((PreferenceStack.here.preferences.theme ?? Theme.standardName).description, "the settings")
  }

  static func failure(_ error: ThemeError) -> Failure {
    guard case .unknown(let name, _) = error else { return .usage(FeedbackIndex.message(error)) }
    let names = Theme.names(in: searched)
    return .usage(
      "there is no theme '\(name)'; there are \(names.joined(separator: ", ")), and hapticctl theme new makes one")
  }
}
