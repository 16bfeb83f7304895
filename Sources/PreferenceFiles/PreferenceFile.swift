public import AHAP

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
    let errors = reader.findings.filter { $0.severity == .error }
    assignments = errors.isEmpty ? reader.assignments.sorted { $0.place < $1.place } : []
    findings = errors.isEmpty ? Self.shortened(reader.findings) : Self.shortened(errors)
  }

  private static func shortened(_ findings: [Finding]) -> [Finding] {
    let sorted = findings.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    let most = PreferenceLimits.warnings
    guard sorted.count > most else { return sorted }
    let rest = Finding(
      sorted[0].severity, line: sorted[most].line, column: sorted[most].column,
      message: "and \(sorted.count - most) more", remedy: "mend those above first")
    return sorted.prefix(most) + [rest]
  }
}

extension PreferenceAssignment {
  fileprivate var place: TextPlace { TextPlace(line: line, column: column) }
}
