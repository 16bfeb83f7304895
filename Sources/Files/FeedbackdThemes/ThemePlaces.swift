package import HapticSystem

/// The places of feedbackd's themes.
package struct ThemePlaces: Hashable, Sendable {
  /// The file of the theme, which has precedence over all folders (`FEEDBACK_THEME`).
  package var file: String?
  /// The folder of the user's themes; nil if there is none.
  package var userFolder: String?
  /// The folders of installed themes, the most important first.
  package var folders: [String]
  /// The file with the names of the machine, the most specific first, each with a NUL.
  package var compatibles: String
  /// The name of the theme; `default` for that of the user or of the machine.
  package var name: String

  package init(
    file: String? = nil, userFolder: String? = nil, folders: [String] = [],
    compatibles: String = "/sys/firmware/devicetree/base/compatible", name: String = standardName
  ) {
    self.file = file
    self.userFolder = userFolder
    self.folders = folders
    self.compatibles = compatibles
    self.name = name
  }

  package static let standardName = "default"

  /// The places by the rules of the XDG base directory specification.
  ///
  /// - Parameter variable: returns a variable of the environment, or nil if it is not set or empty.
  package init(environment variable: (String) -> String?) {
    self.init(
      file: variable("FEEDBACK_THEME"),
      userFolder: BaseFolders.configuration(environment: variable).map { $0 + "/feedbackd/themes" },
      folders: BaseFolders.sharedData(environment: variable).map { $0 + "/feedbackd/themes" })
  }

  /// The folders to watch while the theme is in force. While a folder does not exist, its closest existing parent up to
  /// that of the base directory is watched: the theme is read once at the start, and the first theme of a user may create
  /// all of them.
  ///
  /// - Parameter exists: whether a folder exists at a path.
  package func watchPlaces(where exists: (String) -> Bool) -> [WatchPlace] {
    let all = ([userFolder].compactMap(\.self) + folders).compactMap {
      WatchPlace($0) { $0.hasSuffix(".json") }.closest(within: Self.levelsToParent, where: exists)
    }
    guard let file, let slash = file.lastIndex(of: "/") else { return all }
    let own = WatchPlace(String(file[..<slash]), entries: [String(file[file.index(after: slash)...])])
    return [own.closest(within: Self.levelsToParent, where: exists)].compactMap(\.self) + all
  }

  /// The number of levels from `themes` over `feedbackd` and the base directory to its parent.
  private static let levelsToParent = 3

  /// The symbolic links on the way to themes, as places to watch: a changed link or target may change the theme.
  ///
  /// - Parameter files: the paths of themes, with or without a file.
  package func links(to files: [String]) -> LinkTrail {
    var links = LinkTrail()
    for folder in [userFolder].compactMap(\.self) + folders { links.follow(folder) }
    if let file { links.follow(file) }
    for path in files { links.follow(file: path) }
    return links
  }

  /// The names that select a theme for this machine.
  private static let deviceNames = ["default", "$device"]

  /// Returns the paths at which a theme may be, the most important first.
  func candidates(for name: String) -> [String] {
    var names: [String] = []
    if Self.deviceNames.contains(name) { names += machineNames }
    if Self.isFileName(name) { names.append(name) }
    if !names.contains("default") { names.append("default") }
    let own = Self.isFileName(name) ? userFolder.map { ["\($0)/\(name).json"] } ?? [] : []
    return own + names.flatMap { name in folders.map { "\($0)/\(name).json" } }
  }

  /// The names of the machine in the device tree, the most specific first.
  private var machineNames: [String] {
    guard let bytes = try? RegularFile.read(compatibles, upTo: 4096) else { return [] }
    return bytes.split(separator: 0).prefix(Self.mostMachineNames).map { String(decoding: $0, as: UTF8.self) }
      .filter(Self.isFileName)
  }

  /// The maximum number of names of a machine; phones have two to four.
  static let mostMachineNames = 16

  /// Whether a name stays within its folder.
  private static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0") && name.utf8.count <= 200
  }
}
