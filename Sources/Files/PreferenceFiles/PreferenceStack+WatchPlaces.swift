public import HapticSystem

extension PreferenceStack {
  /// The places to watch while these files are in force: their folders and the folders of drop-ins. If a folder does
  /// not exist, its parent is watched, or the parent of that, because the first setting of a user creates all of
  /// them. For a file that is a symbolic link, the folder of its target is watched as well.
  ///
  /// - Parameters:
  ///   - exists: whether there is a folder at a path.
  ///   - resolve: the path with all links followed; nil if there is no file.
  public func watchPlaces(
    in folders: [String], where exists: (String) -> Bool, resolving resolve: (String) -> String?
  ) -> [WatchPlace] {
    var places = folders.flatMap { Self.places(of: $0, where: exists) }
    for path in paths {
      guard let target = resolve(path) else { continue }
      let (folder, entry) = Self.divided(target)
      // If only the folder is a link, this is the same folder again, which costs nothing.
      if target != path { places.append(WatchPlace(folder, entries: [entry])) }
    }
    return places
  }

  private static func places(of folder: String, where exists: (String) -> Bool) -> [WatchPlace] {
    let dropIns = "\(folder)/\(PreferenceFolders.dropInName)"
    if exists(folder) {
      let own = WatchPlace(folder, entries: [PreferenceFolders.fileName, PreferenceFolders.dropInName])
      return [own] + (exists(dropIns) ? [WatchPlace(dropIns, where: PreferenceFolders.isDropIn)] : [])
    }
    var (place, entry) = divided(folder)
    for _ in 0..<levelsAbove where !exists(place) { (place, entry) = divided(place) }
    return exists(place) ? [WatchPlace(place, entries: [entry])] : []
  }

  /// The number of levels from the base directory to its parent.
  private static let levelsAbove = 1

  private static func divided(_ path: String) -> (folder: String, entry: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
