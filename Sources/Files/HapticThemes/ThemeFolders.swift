internal import HapticPatterns
internal import HapticSystem

extension Theme {
  /// Returns the folders that contain themes, the most important first, by the rules of the XDG base directory
  /// specification (`BaseFolders`): `hapticd/themes` in the user's configuration, in the user's data and in the shared data.
  ///
  /// - Parameter variable: returns a variable of the environment, or nil if it is not set or empty.
  package static func searchFolders(environment variable: (String) -> String?) -> [String] {
    let own = BaseFolders.configuration(environment: variable)
    let data = BaseFolders.allData(environment: variable).filter { $0 != own }
    return ([own].compactMap(\.self) + data).map { $0 + "/hapticd/themes" }
  }

  /// Returns the existing folders of a theme, the most important first; none for a theme that is only built in.
  package static func folders(of theme: String, in folders: [String]) -> [String] {
    folders.map { "\($0)/\(theme)" }.filter(Folder.exists)
  }

  /// Returns the names of all themes: the built-in ones, and those of folders in `folders`.
  package static func names(in folders: [String]) -> [String] {
    var names = BuiltInThemes.names.map(\.description)
    for folder in folders {
      for entry in ((try? Folder.entries(of: folder)) ?? []).sorted()
      where !names.contains(entry) && Folder.exists("\(folder)/\(entry)") {
        if ShortName(entry)?.isFolderName == true { names.append(entry) }
      }
    }
    return names
  }
}
