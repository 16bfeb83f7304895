internal import HapticPatterns
internal import HapticSystem

extension Theme {
  /// Returns the folders that contain themes, the most important first, by the rules of the XDG base directory
  /// specification: `hapticd/themes` in `XDG_CONFIG_HOME` (`~/.config`), in `XDG_DATA_HOME` (`~/.local/share`), and in
  /// each of `XDG_DATA_DIRS` (`/usr/local/share:/usr/share`). Paths that are not absolute are ignored.
  ///
  /// - Parameter variable: returns a variable of the environment, or nil if it is not set or empty.
  public static func searchFolders(environment variable: (String) -> String?) -> [String] {
    let home = variable("HOME").flatMap(absolute)
    func base(_ name: String, _ usual: String) -> String? {
      variable(name).flatMap(absolute) ?? home.map { $0 + usual }
    }
    let own = [base("XDG_CONFIG_HOME", "/.config"), base("XDG_DATA_HOME", "/.local/share")]
    let shared = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    var folders: [String] = []
    for base in own.compactMap(\.self) + shared.compactMap(absolute) {
      let folder = base + "/hapticd/themes"
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// Returns the names of all themes: the built-in ones, and those of folders in `folders`.
  public static func names(in folders: [String]) -> [String] {
    var names = BuiltInThemes.names.map(\.description)
    for folder in folders {
      for entry in ((try? Folder.entries(of: folder)) ?? []).sorted()
      where !names.contains(entry) && Folder.exists("\(folder)/\(entry)") {
        if let name = ShortName(entry), isFolderName(name) { names.append(entry) }
      }
    }
    return names
  }

  /// Returns the path without trailing slashes; nil if it is not absolute.
  private static func absolute(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
