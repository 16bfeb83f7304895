package import HapticSystem

package enum PreferenceFolders {
  package static let fileName = "hapticd.toml"
  package static let dropInName = "hapticd.toml.d"

  /// The folders in descending order of precedence, by the XDG base directory specification (`BaseFolders`):
  /// `hapticd` in each folder of configuration, with that of GSettings after the user's own.
  ///
  /// - Parameter variable: returns an environment variable; nil if it is not set or empty.
  package static func all(environment variable: (String) -> String?) -> [String] {
    var folders = BaseFolders.allConfiguration(environment: variable).map { $0 + "/hapticd" }
    if let followed = gsettings(environment: variable) {
      folders.insert(followed, at: own(environment: variable) == nil ? 0 : 1)
    }
    return folders
  }

  /// The folder of the settings that the daemon takes from feedbackd's GSettings; nil if `XDG_RUNTIME_DIR` is not an
  /// absolute path.
  package static func gsettings(environment variable: (String) -> String?) -> String? {
    variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? "\($0)/\(gsettingsName)" : nil }
  }

  static let gsettingsName = "hapticd-gsettings"

  /// The folder of the user; nil if neither `XDG_CONFIG_HOME` nor `HOME` is an absolute path.
  package static func own(environment variable: (String) -> String?) -> String? {
    BaseFolders.configuration(environment: variable).map { $0 + "/hapticd" }
  }

  /// Whether an entry of a folder is a drop-in: its name ends in `.toml` and does not start with a dot, which
  /// excludes hidden files and temporary files of editors.
  static func isDropIn(_ entry: String) -> Bool {
    entry.hasSuffix(".toml") && !entry.hasPrefix(".")
  }

  /// The files of a folder in the order in which they are read: the file, then the drop-ins in the byte order of
  /// their names.
  ///
  /// - Returns: the paths, the number of drop-ins beyond the limit, and the names of drop-ins that are not UTF-8.
  static func files(in folder: String) -> (paths: [String], ignored: Int, malformed: [String]) {
    let dropIns = "\(folder)/\(dropInName)"
    let entries = ((try? Folder.entries(of: dropIns)) ?? []).filter(isDropIn)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let read = entries.prefix(PreferenceLimits.dropIns)
    return (
      ["\(folder)/\(fileName)"] + read.map { "\(dropIns)/\($0)" }, entries.count - read.count,
      Folder.malformedEntries(of: dropIns).filter(isDropIn)
    )
  }

  // MARK: Watching

  /// The places to watch while the files in these folders are in force: the folders and those of drop-ins. If a folder
  /// does not exist, its parent is watched, or the parent of that, because the first setting of a user creates all of
  /// them.
  ///
  /// - Parameter exists: whether there is a folder at a path.
  package static func watchPlaces(in folders: [String], where exists: (String) -> Bool) -> [WatchPlace] {
    folders.flatMap { folder -> [WatchPlace] in
      let place = WatchPlace(folder, entries: [fileName, dropInName]).closest(within: levelsToParent, where: exists)
      guard let place else { return [] }
      let dropIns = "\(folder)/\(dropInName)"
      return [place] + (exists(dropIns) ? [WatchPlace(dropIns, where: isDropIn)] : [])
    }
  }

  /// The number of levels from `hapticd` over the base directory to its parent.
  private static let levelsToParent = 2

  /// The symbolic links on the way to the files in these folders, as places to watch.
  package static func links(in folders: [String]) -> LinkTrail {
    var links = LinkTrail()
    for folder in folders {
      links.follow("\(folder)/\(fileName)")
      links.follow("\(folder)/\(dropInName)")
      for path in files(in: folder).paths.dropFirst() { links.follow(file: path) }
    }
    return links
  }
}
