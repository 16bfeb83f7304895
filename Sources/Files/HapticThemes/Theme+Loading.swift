internal import HapticPatterns
internal import TextDiagnostics

extension Theme {
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
