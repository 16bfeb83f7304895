internal import HapticSystem

/// The folders of settings files.
package enum PreferenceFolders {
  /// The name of the file in a folder.
  package static let fileName = "hapticd.toml"
  /// The name of the folder of drop-ins in a folder.
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

  /// The name of that folder.
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
  /// - Returns: the paths, and the number of drop-ins beyond the limit.
  static func files(in folder: String) -> (paths: [String], ignored: Int) {
    let dropIns = "\(folder)/\(dropInName)"
    let entries = ((try? Folder.entries(of: dropIns)) ?? []).filter(isDropIn)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let read = entries.prefix(PreferenceLimits.dropIns)
    return (["\(folder)/\(fileName)"] + read.map { "\(dropIns)/\($0)" }, entries.count - read.count)
  }
}
