internal import AHAP
internal import HapticPatterns

extension Theme {
  /// Loads a theme with its parents, down to `default`: what folders say of them lies upon what the program says.
  ///
  /// What is broken is left out with a warning, and what lies below it shows through. A pattern file that is broken now
  /// and was good in `previous` stays as it was there, so that a slip while somebody edits it is not felt.
  ///
  /// - Parameters:
  ///   - name: of a folder in one of `folders`, or of one of the program's own themes.
  ///   - folders: where folders of themes are, the most important first (`searchFolders(environment:)`).
  ///   - previous: what is in force, where this is not the first time.
  public static func load(
    _ name: String, searching folders: [String], keeping previous: Theme? = nil
  ) throws(ThemeError) -> Theme {
    guard let short = ShortName(name), isFolderName(short) else { throw .invalidName(name) }
    let lineage = try ThemeLineage(of: short, in: folders)
    var resolver = ThemeResolver(lineage.layers, former: previous?.patterns ?? [:])
    let feedbacks = resolver.feedbacks()
    return Theme(
      name: short, feedbacks: feedbacks, vocabulary: Vocabulary(feedbacks.map(\.feedback)),
      warnings: lineage.findings + resolver.layers.flatMap(\.findings) + resolver.findings, lineage: lineage.names,
      hasBrokenTable: lineage.findings.contains { $0.finding.severity == .error }, patterns: resolver.patterns)
  }
}
