package import HapticPatterns
package import HapticSystem

extension Theme {
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
  private static func isPart(_ entry: String) -> Bool { entry == ThemeSource.tableName || isPatternFile(entry) }

  /// The number of levels from `themes` over `hapticd` to the base directory.
  private static let levelsToBase = 2
}
