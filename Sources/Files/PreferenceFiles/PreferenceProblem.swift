public import TextDiagnostics

/// A finding about a preference file.
public struct PreferenceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let file: String
  public let finding: Finding

  public init(_ finding: Finding, in file: String) {
    self.file = file
    self.finding = finding
  }

  public var isError: Bool { finding.severity == .error }

  /// A line of the form `file:line:column: key: message; remedy`.
  public var description: String { finding.description(in: file) }
}

/// The position of a setting.
public struct PreferenceOrigin: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let column: Int

  /// Whether the setting is one of feedbackd's GSettings, which the daemon follows.
  public var isGSettings: Bool { file.hasSuffix("/\(PreferenceFolders.gsettingsName)/\(PreferenceFolders.fileName)") }

  /// The position as `file:line`, which editors understand, or the schema of GSettings.
  public var description: String { isGSettings ? "GSettings org.sigxcpu.feedbackd" : "\(file):\(line)" }
}

/// A mistake in a key or a value, with its remedy.
public struct PreferenceMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public let remedy: String
  /// The position of the wrong item in an array; nil if the whole value is wrong.
  let place: TextPlace?

  init(_ message: String, remedy: String, at place: TextPlace? = nil) {
    self.message = message
    self.remedy = remedy
    self.place = place
  }

  public var description: String { "\(message); \(remedy)" }
}
