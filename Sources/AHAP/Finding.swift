/// One thing to say about a file: what is wrong, where, and what to do about it.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: Hashable, Sendable {
    /// The file could be read; what was made of it is said.
    case warning
    /// The file was not read.
    case error
  }

  public let severity: Severity
  /// From 1; nil where the finding has no place in the text.
  public let line: Int?
  /// From 1, in characters; a tab is one.
  public let column: Int?
  /// The way to the value, `Pattern[3].Event.Time`; empty for the whole file.
  public let key: String
  /// What is wrong.
  public let message: String
  /// What to do.
  public let remedy: String

  public init(
    _ severity: Severity, line: Int? = nil, column: Int? = nil, key: String = "", message: String, remedy: String
  ) {
    self.severity = severity
    self.line = line
    self.column = column
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  /// `line:column: key: message; remedy`, without what is not known.
  public var description: String { joined(nil) }

  /// `file:line:column: key: message; remedy`, as editors and compilers write it.
  public func description(in file: String) -> String { joined(file) }

  private func joined(_ file: String?) -> String {
    let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
    return [place, key, "\(message); \(remedy)"].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

/// A file that was not read, and why.
public struct Refused: Error, Hashable, Sendable, CustomStringConvertible {
  /// Always an error.
  public let finding: Finding

  public init(_ finding: Finding) { self.finding = finding }

  public var description: String { finding.description }
}
