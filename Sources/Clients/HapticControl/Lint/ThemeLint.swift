internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

/// Checks a theme by the rules of the daemon: its table, theme.json, each AHAP file in its folder, and each other file that
/// the table names.
package enum ThemeLint {
  /// - Parameters:
  ///   - folder: the folder of the theme as the user gave it.
  ///   - motor: the motor for which the patterns are checked; if nil, only the files are checked.
  /// - Returns: a result for theme.json, one for each pattern file, and one for the folder if it has pattern files whose names
  ///   are not UTF-8.
  static func lints(folder: String, on motor: ChosenMotor?) -> [FileLint] {
    let shown = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
    // The theme has the name of the resolved folder, also for `.` and for a link, unless that is not UTF-8.
    let own = shown.hasPrefix("/") ? shown : "./\(shown)"
    let resolved = Folder.malformedPath(of: folder) == nil ? Folder.resolved(folder) ?? folder : own
    let findings = findings(resolved)
    let entries = ((try? Folder.entries(of: folder)) ?? []).filter(isPattern)
    // A table may name a file of another format, which `FileLint` accepts and a theme does not.
    let names = Set(entries).union(findings.keys.filter { $0 != ThemeTable.fileName })
    let malformed = Folder.malformedEntries(of: folder).filter(isPattern).map { Finding(malformedName: $0) }
    return (malformed.isEmpty ? [] : [FileLint(path: shown, malformed)])
      + [table("\(shown)/\(ThemeTable.fileName)", findings[ThemeTable.fileName] ?? [])]
      + names.sorted().map { name in
        FileLint(PatternPath("\(shown)/\(name)"), on: motor).adding(findings[name] ?? [])
      }
  }

  private static func isPattern(_ name: String) -> Bool { name.hasSuffix(".ahap") && !name.hasPrefix(".") }

  /// Checks the folders of a theme and of its ancestors as they are loaded together. This also finds mistakes that no table
  /// has alone, such as parents in a circle.
  ///
  /// - Parameter loaded: the findings of loading the theme.
  static func lints(folders: [String], loaded: [FileFinding], on motor: ChosenMotor?) -> [FileLint] {
    var lints = folders.flatMap { self.lints(folder: $0, on: motor) }
    for (file, found) in Dictionary(grouping: loaded, by: \.file).sorted(by: { $0.key < $1.key }) {
      let findings = found.map(\.finding)
      if let index = lints.firstIndex(where: { $0.path == file }) {
        lints[index] = lints[index].adding(findings)
      } else {
        lints.append(FileLint(path: file, findings))
      }
    }
    return lints
  }

  private static func table(_ path: String, _ findings: [Finding]) -> FileLint {
    do throws(RegularFile.Failure) {
      _ = try RegularFile.read(path, upTo: FileLimits.standard.maximumBytes)
    } catch {
      if error != .tooLarge { return FileLint(path: path, unreadable: error) }
    }
    return FileLint(path: path, findings)
  }

  /// The findings by file name in the folder.
  private static func findings(_ folder: String) -> [String: [Finding]] {
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let parent = String(folder.dropLast(name.count + 1))
    let searched = [parent] + ChosenTheme.searched.filter { $0 != parent }
    let findings: [FileFinding]
    do throws(ThemeError) {
      findings = try Theme.load(name, searching: searched).warnings
    } catch {
      switch error {
      case .refused(let refused): findings = refused
      case .invalidName, .unknown:
        let path = Folder.malformedPath(of: folder).map { "the path of the folder, '\($0)', is not valid UTF-8" }
        let finding = Finding(
          .error, message: path ?? "'\(name)' is not a valid name of a theme",
          remedy: "rename the folder, see hapticd-theme(5)")
        findings = [FileFinding(finding, in: "\(folder)/\(ThemeTable.fileName)")]
      }
    }
    // Leaves out findings in parent themes and in other folders of the theme.
    return Dictionary(grouping: findings.filter { $0.file.hasPrefix(folder + "/") }) {
      String($0.file.dropFirst(folder.count + 1))
    }.mapValues { $0.map(\.finding) }
  }

  /// The folder of the theme at a path: a folder that contains theme.json, or the folder of a theme.json; nil for
  /// other paths.
  static func folder(of path: String) -> String? {
    if Folder.exists(path) {
      return SubjectName.fileExists("\(path)/\(ThemeTable.fileName)") ? path : nil
    }
    guard path == ThemeTable.fileName || path.hasSuffix("/\(ThemeTable.fileName)"), !isFeedbackd(path) else {
      return nil
    }
    return path == ThemeTable.fileName ? "." : String(path.dropLast(ThemeTable.fileName.count + 1))
  }

  /// Whether the file is a theme of feedbackd, whose themes may have the same file name.
  private static func isFeedbackd(_ path: String) -> Bool {
    guard let bytes = try? RegularFile.read(path, upTo: FileLimits.standard.maximumBytes),
      let document = try? JSONDocument(bytes), case .object(let members) = document.root.value
    else { return false }
    return members["Feedbacks"] == nil && (members["profiles"] != nil || members["type"] != nil)
  }
}
