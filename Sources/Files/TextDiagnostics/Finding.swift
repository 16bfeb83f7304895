/// A result of checking a file: the problem, its position, and a remedy.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// The effect of a finding on the file.
  public enum Severity: Hashable, Sendable {
    /// The file was read; the message says how.
    case warning
    /// The file was not read.
    case error
  }

  public let severity: Severity
  /// The line, from 1; nil if the finding has no position in the text.
  public let line: Int?
  /// The column, from 1, in characters; a tab counts as one.
  public let column: Int?
  /// The path of the value, `Pattern[3].Event.Time`; empty for the whole file.
  public let key: String
  /// The problem.
  public let message: String
  /// The action that solves the problem.
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

  /// `line:column: key: message; remedy`, without unknown parts.
  public var description: String { description(in: nil) }

  /// Returns `file:line:column: key: message; remedy`, the form of editors and compilers.
  public func description(in file: String?) -> String { text(in: file, "") }

  /// Returns the same with the severity, as compilers have it: `file:line:column: severity: key: message; remedy`.
  package func line(in file: String) -> String { text(in: file, severityName) }

  package var severityName: String { severity == .error ? "error" : "warning" }

  private func text(in file: String?, _ severity: String) -> String {
    let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
    return [place, severity, key, "\(message); \(remedy)"].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension Finding {
  /// The warning about a file that no path leads to, with its folder as the place.
  ///
  /// - Parameter name: the name of the file, as `$'...'` of a shell has it.
  package init(malformedName name: String) {
    self.init(
      .warning, message: "the file '\(name)' is ignored, because its name is not valid UTF-8", remedy: "rename it")
  }
}

/// A finding with the file that it is about.
package struct FileFinding: Hashable, Sendable, CustomStringConvertible {
  /// The file's path; for a built-in theme, a name that starts with `built-in:`.
  package let file: String
  package let finding: Finding

  package init(_ finding: Finding, in file: String) {
    self.file = file
    self.finding = finding
  }

  package var isError: Bool { finding.severity == .error }

  /// `file:line:column: key: message; remedy`.
  package var description: String { finding.description(in: file) }
}

/// The error for a file that was not read.
public struct Refused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason; its severity is `.error`.
  public let finding: Finding

  public init(_ finding: Finding) { self.finding = finding }

  /// Creates an error without a position in the text.
  package init(_ message: String, remedy: String) {
    self.init(Finding(.error, message: message, remedy: remedy))
  }

  public var description: String { finding.description }
}
