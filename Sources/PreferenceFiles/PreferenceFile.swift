public import TextDiagnostics

/// One thing that a file says.
public struct PreferenceAssignment: Hashable, Sendable {
  public let key: PreferenceKey
  public let value: PreferenceValue
  /// Where the key is.
  public let line: Int
  public let column: Int
}

/// What one file says.
public struct PreferenceFile: Equatable, Sendable {
  /// In the order of the text. Nothing, where there is an error.
  public let assignments: [PreferenceAssignment]
  /// What is to be said about it: errors, or else warnings, in the order of the text.
  public let findings: [Finding]

  /// Whether it is not to be used: it is no TOML, or one of its values cannot be meant. Half of what somebody wants may
  /// be worse than nothing of it.
  public var isRefused: Bool { findings.contains { $0.severity == .error } }

  /// A file that cannot be read.
  init(refused finding: Finding) {
    assignments = []
    findings = [finding]
  }

  /// Reads a file. What is wrong with it is among its findings.
  public init(_ bytes: [UInt8]) {
    do throws(Refused) {
      self.init(try TOMLDocument.read(bytes))
    } catch {
      self.init(refused: error.finding)
    }
  }

  /// What a text in TOML says.
  package init(_ document: TOMLDocument) {
    var reader = PreferenceReader()
    reader.read(document)
    assignments = reader.remarks.hasErrors ? [] : reader.assignments.sorted { $0.place < $1.place }
    findings = reader.remarks.findings
  }
}

extension PreferenceAssignment {
  fileprivate var place: TextPlace { TextPlace(line: line, column: column) }
}
