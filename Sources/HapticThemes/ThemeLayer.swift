internal import AHAP
internal import HapticPatterns

/// One table of a theme, and where its pattern files are.
struct ThemeLayer {
  let theme: ShortName
  let source: ThemeSource
  let table: ThemeTable
  /// The patterns of a theme of the program, by their files' names; those of a folder are read when they are wanted.
  let builtInPatterns: [String: Pattern]
  /// Nil for a theme of the program, with which nothing is wrong.
  private let document: JSONDocument?
  /// What was wrong when the table was read.
  let warnings: [Finding]
  /// What turned out to be wrong later, when the layers came together.
  private var remarks: [Remark] = []

  /// A theme of the program; nil where that has none of this name.
  init?(builtIn theme: ShortName) {
    guard let compiled = BuiltInThemes.theme(theme) else { return nil }
    self.theme = theme
    source = .builtIn(theme)
    (table, builtInPatterns) = (compiled.table, compiled.patterns)
    (document, warnings) = (nil, [])
  }

  /// What a folder says; nil where there is no table in it.
  init?(of theme: ShortName, folder: String) throws(Refused) {
    let source = ThemeSource.folder(folder)
    guard let bytes = try source.table() else { return nil }
    let document = try JSONDocument(bytes, limits: ThemeLimits.table)
    self.theme = theme
    self.source = source
    self.document = document
    builtInPatterns = [:]
    (table, warnings) = try document.read { (root, report) throws(Remark) in
      try ThemeTable(root, of: theme, &report)
    }
  }

  var tablePath: String { source.path(of: ThemeSource.tableName) }

  mutating func note(_ message: String, at place: Remark.Place, remedy: String) {
    remarks.append(Remark(message, at: place, remedy: remedy))
  }

  /// Everything that is wrong with the table.
  var findings: [ThemeFinding] {
    let later = try? document?.read { (_, report) throws(Remark) in
      for remark in remarks { try report.warn(remark.message, at: remark.place, remedy: remark.remedy) }
    }
    // Reading says what is wrong with the text once more.
    let known = Set(warnings)
    let all = warnings + (later?.warnings ?? []).filter { !known.contains($0) }
    return all.map { ThemeFinding($0, in: tablePath) }
  }
}
