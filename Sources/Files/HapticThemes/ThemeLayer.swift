internal import HapticPatterns
internal import TextDiagnostics

/// One layer of a theme: a table and the location of its pattern files.
struct ThemeLayer {
  let theme: ShortName
  let source: ThemeSource
  let table: ThemeTable
  /// The patterns of a built-in theme, by the names of their files; those of a folder are read on demand.
  let builtInPatterns: [String: Pattern]
  /// The text of the table; nil for a built-in theme, which has no findings.
  private let document: JSONDocument?
  /// The warnings from reading the table.
  let warnings: [Finding]
  /// The problems that were found later, when the layers were combined.
  private var remarks: [Remark] = []

  /// Creates a layer from a built-in theme, or nil if there is none with this name.
  init?(builtIn theme: ShortName) {
    guard let compiled = BuiltInThemes.theme(theme) else { return nil }
    self.theme = theme
    source = .builtIn(theme)
    (table, builtInPatterns) = (compiled.table, compiled.patterns)
    (document, warnings) = (nil, [])
  }

  /// Creates a layer from a folder, or nil if it contains no table.
  ///
  /// - Parameter room: the bytes that remain for the tables of the theme and its parents; reduced by this table.
  /// - Throws: `Refused` if the table cannot be read.
  init?(of theme: ShortName, folder: String, room: inout Int) throws(Refused) {
    let source = ThemeSource.folder(folder)
    guard let bytes = try source.table() else { return nil }
    guard bytes.count <= room else {
      throw Refused(
        Finding(
          .error,
          message: "the tables of the theme and its parents have more than \(ThemeLimits.table.maximumBytes) bytes",
          remedy: "remove unused feedbacks"))
    }
    room -= bytes.count
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

  var findings: [FileFinding] {
    let later = try? document?.read { (_, report) throws(Remark) in
      for remark in remarks { try report.warn(remark.message, at: remark.place, remedy: remark.remedy) }
    }
    // Reading repeats the warnings about the text.
    let known = Set(warnings)
    let all = warnings + (later?.warnings ?? []).filter { !known.contains($0) }
    return all.map { FileFinding($0, in: tablePath) }
  }
}
