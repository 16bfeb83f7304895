internal import HapticPatterns
internal import HapticSystem
internal import TextDiagnostics

/// One layer of a theme: a table and the location of its pattern files.
struct ThemeLayer {
  let theme: ShortName
  /// The folder of the files; nil for a built-in theme.
  let folder: String?
  let table: ThemeTable
  /// The patterns of a built-in theme, by the names of their files; those of a folder are read on demand.
  let builtInPatterns: [String: Pattern]
  /// The text of the table; nil for a built-in theme, which has no findings.
  private let document: JSONDocument?
  /// The warnings from reading the table.
  private let warnings: [Finding]
  /// The problems that were found later, when the layers were combined.
  private var report = DiagnosticReport()

  /// Creates a layer from a built-in theme, or nil if there is none with this name.
  init?(builtIn theme: ShortName) {
    guard let compiled = BuiltInThemes.theme(theme) else { return nil }
    self.theme = theme
    (table, builtInPatterns) = (compiled.table, compiled.patterns)
    (folder, document, warnings) = (nil, nil, [])
  }

  /// Creates a layer from a folder, or nil if it contains no table.
  ///
  /// - Parameter room: the bytes that remain for the tables of the theme and its parents; reduced by this table.
  /// - Throws: `Refused` if the table cannot be read.
  init?(of theme: ShortName, folder: String, room: inout Int) throws(Refused) {
    let limit = ThemeLimits.table.maximumBytes
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read("\(folder)/\(ThemeTable.fileName)", upTo: limit)
    } catch .refused(.noSuchFile) {
      return nil
    } catch {
      throw Refused(Finding(error, limit: limit, or: "remove unused feedbacks"))
    }
    guard bytes.count <= room else {
      throw Refused(
        "the tables of the theme and its parents have more than \(limit) bytes", remedy: "remove unused feedbacks")
    }
    room -= bytes.count
    let document = try JSONDocument(bytes, limits: ThemeLimits.table)
    self.theme = theme
    self.folder = folder
    self.document = document
    builtInPatterns = [:]
    (table, warnings) = try document.read { (root, report) throws(Remark) in
      try ThemeTable(root, of: theme, &report)
    }
  }

  /// Returns the path of a file for messages.
  func path(of file: String) -> String { "\(folder ?? "built-in:\(theme)")/\(file)" }

  var tablePath: String { path(of: ThemeTable.fileName) }

  mutating func note(_ message: String, at place: Remark.Place, remedy: String) {
    report.warn(message, at: place, remedy: remedy)
  }

  var findings: [FileFinding] {
    (warnings + (document?.findings(of: report) ?? [])).map { FileFinding($0, in: tablePath) }
  }
}

extension Finding {
  /// - Parameter shorter: the remedy for a file that is too large.
  init(_ failure: RegularFile.Failure, limit: Int, or shorter: String) {
    let (message, remedy) =
      switch failure {
      case .refused(let error): ("cannot be read: \(error)", error.remedy(or: "check its permissions"))
      case .notRegular: ("not a regular file", "replace it with a file")
      case .tooLarge: ("larger than \(limit) bytes", shorter)
      }
    self.init(.error, message: message, remedy: remedy)
  }
}
