package import HapticPatterns
package import TextDiagnostics

// A theme defines all feedbacks. It is data: a table, `theme.json`, and a pattern file for each pattern. The tables of
// a theme's folders, of the built-in theme with its name, and of its parents form layers; each name is looked up from
// the top:
//
//     ~/.config/hapticd/themes/mine    tap -> tap.ahap
//     built-in theme hig                         success -> hig-success.ahap
//     built-in theme default           tap       success
//
// An invalid entry is skipped, so that a mistake affects one entry only: the next lower layer applies.

/// A theme: a table of feedbacks and their patterns.
package struct Theme: Sendable {
  package let name: ShortName
  /// The feedbacks in the order in which they are listed to users: those of the built-in themes, then those that
  /// folders add.
  package let feedbacks: [ThemedFeedback]
  /// The feedbacks for lookup by name.
  package let vocabulary: Vocabulary
  /// The problems of the files, and their effects.
  package let warnings: [FileFinding]
  /// The names of the theme and its ancestors; folders may add to each of them.
  package let lineage: [ShortName]
  /// Whether a table could not be read, so that the whole content of its folder is missing.
  package let hasBrokenTable: Bool
  /// The patterns that were read from files, by path.
  let patterns: [String: Pattern]

  /// The name of the theme that is the last parent of all others.
  package static let standardName: ShortName = "default"

  /// The built-in theme `default`, without any folders.
  package static let standard: Theme = builtIn(standardName)

  /// The names of the built-in themes.
  package static let builtInNames: [ShortName] = ["default", "hig"]

  /// Returns a built-in theme, without any folders. Traps if there is no theme with this name.
  static func builtIn(_ name: ShortName) -> Theme {
    do throws(ThemeError) {
      return try load(name.description, searching: [])
    } catch {
      preconditionFailure("the built-in theme \(name) is broken: \(error)")
    }
  }

  // MARK: Loading

  /// Loads a theme with its parents up to `default`. Tables of folders take precedence over those of the built-in
  /// themes.
  ///
  /// An invalid entry is skipped with a warning, and the next lower layer applies. If a pattern file is invalid now and
  /// was valid in `previous`, the previous pattern stays, so that a mistake during editing is not felt.
  ///
  /// - Parameters:
  ///   - name: the name of a folder in one of `folders`, or of a built-in theme.
  ///   - folders: the folders that contain themes, the most important first (`searchFolders(environment:)`).
  ///   - previous: the theme in force; nil at the first load.
  /// - Throws: `.invalidName`, `.unknown`, or `.refused` if no table of the theme itself could be read.
  package static func load(
    _ name: String, searching folders: [String], keeping previous: Theme? = nil
  ) throws(ThemeError) -> Theme {
    guard let short = ShortName(name), short.isFolderName else { throw .invalidName(name) }
    if let theme = ResolvedTheme.theme(short, searching: folders) { return theme }
    return try resolve(short, searching: folders, keeping: previous)
  }

  /// Loads a theme by its layers.
  static func resolve(
    _ short: ShortName, searching folders: [String], keeping previous: Theme? = nil
  ) throws(ThemeError) -> Theme {
    let lineage = try ThemeLineage(of: short, in: folders)
    var resolver = ThemeResolver(lineage.layers, former: previous?.patterns ?? [:])
    let feedbacks = resolver.feedbacks()
    return Theme(
      name: short, feedbacks: feedbacks, vocabulary: Vocabulary(feedbacks.map(\.feedback)),
      warnings: lineage.findings + resolver.layers.flatMap(\.findings) + resolver.findings, lineage: lineage.names,
      hasBrokenTable: lineage.findings.contains { $0.finding.severity == .error }, patterns: resolver.patterns)
  }
}

/// A feedback with its origin.
package struct ThemedFeedback: Hashable, Sendable {
  /// The feedback; its pattern is empty if it is silent.
  package let feedback: Feedback
  /// The pattern's file without `.ahap`; empty if the feedback is silent.
  package let patternName: ShortName
  /// The theme that contains the pattern; for a silent feedback, the theme that makes it silent.
  package let theme: ShortName
  /// The fallbacks that lead to the pattern, in order; empty if the feedback has its own pattern.
  package let chain: [ShortName]
  /// The path of the pattern file, or of the table of a silent feedback; nil for a built-in theme.
  package let path: String?

  /// The same for messages; for a built-in theme, a name that starts with `built-in:`.
  package var file: String {
    path ?? "built-in:\(theme)/\(isSilent ? ThemeTable.fileName : "\(patternName).ahap")"
  }

  /// Whether the pattern is that of another feedback.
  package var isFallback: Bool { !chain.isEmpty }
  /// Whether the feedback is silent on purpose.
  package var isSilent: Bool { patternName.isEmpty }
}

/// The reason why a theme cannot be loaded.
package enum ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text cannot be the name of a folder.
  case invalidName(String)
  /// There is neither a built-in theme nor a folder with this name.
  case unknown(ShortName, searched: [String])
  /// The theme's table could not be read.
  case refused([FileFinding])

  /// One line with the remedy.
  package var description: String {
    switch self {
    case .invalidName(let name):
      "\(Quotation.quoted(name)) is not a name of a theme; use the name of a folder, of at most \(ShortName.capacity) bytes"
    case .unknown(let name, let searched):
      "there is no theme \(name); create a folder of that name in \(searched.first ?? "a themes folder"), or use one of "
        + Theme.names(in: searched).map { Quotation.shown($0) }.joined(separator: ", ")
    case .refused(let findings):
      findings.map(\.description).joined(separator: "\n")
    }
  }
}
