public import HapticSystem

extension PreferenceStack {
  /// What to watch while these files are in force: their folders, those of drop-ins, and where there is none yet the
  /// folder that it may appear in, up to the one that the base directory itself may appear in; who sets something for the
  /// first time makes them all. A file that is a link is also watched where it leads.
  ///
  /// - Parameters:
  ///   - exists: whether there is a folder at a path.
  ///   - resolve: where a path leads to when all links are followed; nil where it leads nowhere.
  public func watchPlaces(
    in folders: [String], where exists: (String) -> Bool, resolving resolve: (String) -> String?
  ) -> [WatchPlace] {
    var places = folders.flatMap { Self.places(of: $0, where: exists) }
    for path in paths {
      guard let target = resolve(path) else { continue }
      let (folder, entry) = Self.divided(target)
      // Where the folder is a link and the file is not, this is the same folder once more, and costs nothing.
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

  /// From the base directory to the one that it is in.
  private static let levelsAbove = 1

  private static func divided(_ path: String) -> (folder: String, entry: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
