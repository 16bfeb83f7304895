package import HapticPatterns
package import HapticSystem

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

  /// Returns the error that hides whether there is a folder, such as a missing permission; nil if that is known.
  package static func obstacle(to folder: String) -> Errno? {
    do throws(Errno) {
      _ = try FileStatus(of: folder, followingLinks: true)
      return nil
    } catch {
      return error == .noSuchFile || error == .notDirectory ? nil : error
    }
  }

  /// Returns the names of all themes: the built-in ones, and those of folders in `folders`.
  package static func names(in folders: [String]) -> [String] {
    var names = builtInNames.map(\.description)
    for folder in folders {
      for entry in ((try? Folder.entries(of: folder)) ?? []).sorted()
      where !names.contains(entry) && Folder.exists("\(folder)/\(entry)") {
        if ShortName(entry)?.isFolderName == true { names.append(entry) }
      }
    }
    return names
  }

  // MARK: Watching

  /// Returns the places to watch while these themes are in force: the themes' folders and the folder that contains
  /// them. If the latter does not exist, the closest existing parent up to the base directory is watched instead,
  /// because only existing folders can be watched.
  ///
  /// - Parameter exists: whether a folder exists at a path.
  package static func watchPlaces(
    of lineage: [ShortName], in folders: [String], where exists: (String) -> Bool
  ) -> [WatchPlace] {
    let names = folderNames(of: lineage)
    return folders.flatMap { folder -> [WatchPlace] in
      guard let place = WatchPlace(folder, entries: names).closest(within: levelsToBase, where: exists) else {
        return []
      }
      let own = place.path == folder ? names.map { "\(folder)/\($0)" }.filter(exists) : []
      return [place] + own.map { WatchPlace($0, where: isPart) }
    }
  }

  /// The symbolic links on the way to these themes and to their files, as places to watch.
  package static func links(to lineage: [ShortName], in folders: [String]) -> LinkTrail {
    var links = LinkTrail()
    let names = folderNames(of: lineage)
    for own in folders.flatMap({ folder in names.map { "\(folder)/\($0)" } }) {
      links.follow(own)
      for entry in (try? Folder.entries(of: own)) ?? [] where isPart(entry) { links.follow(file: "\(own)/\(entry)") }
    }
    return links
  }

  private static func folderNames(of lineage: [ShortName]) -> [String] {
    var names: [String] = []
    for name in lineage where !names.contains(name.description) { names.append(name.description) }
    return names
  }

  /// Whether a file in a theme's folder may change the theme. Temporary files of editors do not.
  private static func isPart(_ entry: String) -> Bool {
    entry == ThemeTable.fileName || entry.hasSuffix(".ahap") && !entry.hasPrefix(".")
  }

  /// The number of levels from `themes` over `hapticd` to the base directory.
  private static let levelsToBase = 2
}
