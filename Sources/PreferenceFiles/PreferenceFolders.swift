internal import HapticSystem

/// Where files of preferences are.
public enum PreferenceFolders {
  /// The file in a folder.
  public static let fileName = "hapticd.toml"
  /// The folder of drop-ins in a folder.
  public static let dropInName = "hapticd.toml.d"

  /// The folders, the most important first, by the rules of the XDG base directory specification: `hapticd` in
  /// `XDG_CONFIG_HOME` (`~/.config`), and in each of `XDG_CONFIG_DIRS` (`/etc/xdg`). Paths that are not absolute are
  /// ignored.
  ///
  /// - Parameter variable: a variable of the environment; nil where it is not set or empty.
  public static func all(environment variable: (String) -> String?) -> [String] {
    let shared = (variable("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
    var folders = own(environment: variable).map { [$0] } ?? []
    for base in shared.compactMap(absolute) where !folders.contains(base + "/hapticd") {
      folders.append(base + "/hapticd")
    }
    return folders
  }

  /// The folder of the user's own; nil where there is neither `XDG_CONFIG_HOME` nor `HOME`.
  public static func own(environment variable: (String) -> String?) -> String? {
    let base =
      variable("XDG_CONFIG_HOME").flatMap(absolute) ?? variable("HOME").flatMap(absolute).map { $0 + "/.config" }
    return base.map { $0 + "/hapticd" }
  }

  /// Whether an entry of a folder of drop-ins is one. What is hidden, and what editors leave behind, is not.
  static func isDropIn(_ entry: String) -> Bool {
    entry.hasSuffix(".toml") && !entry.hasPrefix(".")
  }

  /// The files of a folder in the order in which they are read: the file, then the drop-ins by their names' bytes.
  ///
  /// - Returns: also how many drop-ins there are beyond those that are read.
  static func files(in folder: String) -> (paths: [String], ignored: Int) {
    let dropIns = "\(folder)/\(dropInName)"
    let entries = ((try? Folder.entries(of: dropIns)) ?? []).filter(isDropIn)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let read = entries.prefix(PreferenceLimits.dropIns)
    return (["\(folder)/\(fileName)"] + read.map { "\(dropIns)/\($0)" }, entries.count - read.count)
  }

  /// The path without slashes at its end; nil where it is not absolute.
  private static func absolute(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
