public import TextDiagnostics

/// One thing to say about a file of preferences.
public struct PreferenceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  public let file: String
  public let finding: Finding

  public init(_ finding: Finding, in file: String) {
    self.file = file
    self.finding = finding
  }

  public var isError: Bool { finding.severity == .error }

  /// `file:line:column: key: message; remedy`.
  public var description: String { finding.description(in: file) }
}

/// Where something is said.
public struct PreferenceOrigin: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let column: Int

  /// `file:line`, which editors understand.
  public var description: String { "\(file):\(line)" }
}
