package import TextDiagnostics

package struct PreferenceAssignment: Hashable, Sendable {
  package let key: PreferenceKey
  package let value: PreferenceValue
  /// The position of the key.
  package let place: TextPlace
}

package struct PreferenceFile: Equatable, Sendable {
  /// The settings in the order of the text; empty if the file has an error.
  package let assignments: [PreferenceAssignment]
  /// The errors, or the warnings if there are no errors, in the order of the text.
  package let findings: [Finding]

  /// Whether the file must not be used: it is not TOML, or one of its values is invalid. A part of the intended
  /// settings may be worse than none.
  package var isRefused: Bool { findings.contains { $0.severity == .error } }

  init(refused finding: Finding) {
    assignments = []
    findings = [finding]
  }

  /// Parses a file. Its mistakes are in `findings`.
  package init(_ bytes: [UInt8]) {
    do throws(Refused) {
      self.init(try TOMLDocument.read(bytes))
    } catch {
      self.init(refused: error.finding)
    }
  }

  package init(_ document: TOMLDocument) {
    var reader = PreferenceReader()
    reader.read(document)
    assignments = reader.errors.isEmpty ? reader.assignments.sorted { $0.place < $1.place } : []
    findings = (reader.errors.isEmpty ? reader.warnings : reader.errors).all
  }
}
