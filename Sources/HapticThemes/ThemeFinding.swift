public import AHAP
public import HapticPatterns

/// One thing to say about a file of a theme.
public struct ThemeFinding: Hashable, Sendable, CustomStringConvertible {
  /// The file's path; for the program's own, a name that shows that it is.
  public let file: String
  public let finding: Finding

  public init(_ finding: Finding, in file: String) {
    self.file = file
    self.finding = finding
  }

  /// `file:line:column: key: message; remedy`.
  public var description: String { finding.description(in: file) }
}

/// Why there is no such theme.
public enum ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for can be the name of no folder.
  case invalidName(String)
  /// Neither the program nor a folder has a theme of that name.
  case unknown(ShortName, searched: [String])
  /// Its table could not be read.
  case refused([ThemeFinding])

  /// One line that says what to do.
  public var description: String {
    switch self {
    case .invalidName(let name):
      "\(Quotation.quoted(name)) is not a name of a theme; use the name of a folder, of at most \(ShortName.capacity) bytes"
    case .unknown(let name, let searched):
      "there is no theme \(name); create a folder of that name in \(searched.first ?? "a themes folder"), or use one of "
        + BuiltInThemes.names.map(\.description).joined(separator: ", ")
    case .refused(let findings):
      findings.map(\.description).joined(separator: "\n")
    }
  }
}
