package import HapticSystem

extension PreferenceFolders {
  /// The places to watch while the files in these folders are in force: the folders and those of drop-ins. If a folder
  /// does not exist, its parent is watched, or the parent of that, because the first setting of a user creates all of
  /// them.
  ///
  /// - Parameter exists: whether there is a folder at a path.
  package static func watchPlaces(in folders: [String], where exists: (String) -> Bool) -> [WatchPlace] {
    folders.flatMap { places(of: $0, where: exists) }
  }

  private static func places(of folder: String, where exists: (String) -> Bool) -> [WatchPlace] {
    guard
      let place = WatchPlace(folder, entries: [fileName, dropInName]).closest(within: levelsToParent, where: exists)
    else { return [] }
    let dropIns = "\(folder)/\(dropInName)"
    return [place] + (exists(dropIns) ? [WatchPlace(dropIns, where: isDropIn)] : [])
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
