internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

/// Checks a theme: its table, theme.json, and each pattern file in its folder, by the rules of the daemon.
package enum ThemeLint {
  package static let tableName = "theme.json"

  /// - Parameters:
  ///   - folder: the folder of the theme as the user gave it.
  ///   - motor: the motor for which the patterns are checked; if nil, only the files are checked.
  /// - Returns: a result for theme.json, one for each pattern file, and one for the folder if it has pattern files whose names
  ///   are not UTF-8.
  static func lints(folder: String, on motor: ChosenMotor?) -> [FileLint] {
    let shown = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
    // The theme has the name of the resolved folder, also for `.` and for a link.
    let resolved = Folder.resolved(folder) ?? folder
    let findings = findings(resolved)
    let names = ((try? Folder.entries(of: folder)) ?? []).filter(isPattern)
    let malformed = Folder.malformedEntries(of: folder).filter(isPattern).map { Finding(malformedName: $0) }
    return (malformed.isEmpty ? [] : [FileLint(path: shown, malformed)])
      + [table("\(shown)/\(tableName)", findings[tableName] ?? [])]
      + names.sorted().map { name in
        let lint = FileLint(PatternPath("\(shown)/\(name)"), on: motor)
        if lint.failure != nil { return lint }
        let others = (findings[name] ?? []).filter { !lint.findings.contains($0) }
        return FileLint(path: lint.path, lint.findings + others)
      }
  }

  private static func isPattern(_ name: String) -> Bool { name.hasSuffix(".ahap") && !name.hasPrefix(".") }

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
        let finding = Finding(
          .error, message: "'\(name)' is not a valid name of a theme", remedy: "rename the folder, see hapticd-theme(5)"
        )
        findings = [FileFinding(finding, in: "\(folder)/\(tableName)")]
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
      return SubjectName.fileExists("\(path)/\(tableName)") ? path : nil
    }
    guard path == tableName || path.hasSuffix("/\(tableName)"), !isFeedbackd(path) else { return nil }
    return path == tableName ? "." : String(path.dropLast(tableName.count + 1))
  }

  /// Whether the file is a theme of feedbackd, whose themes may have the same file name.
  private static func isFeedbackd(_ path: String) -> Bool {
    guard let bytes = try? RegularFile.read(path, upTo: FileLimits.standard.maximumBytes),
      let document = try? JSONDocument(bytes), case .object(let members) = document.root.value
    else { return false }
    return members["Feedbacks"] == nil && (members["profiles"] != nil || members["type"] != nil)
  }
}
