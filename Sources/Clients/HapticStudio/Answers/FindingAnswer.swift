internal import HapticControl
internal import TextDiagnostics

/// A finding of `lint`, for the page.
struct FindingAnswer: Encodable {
  /// `warning` or `error`.
  let severity: String
  /// The key of the motor; nil for a finding in the file itself.
  let motor: String?
  let line, column: Int?
  /// The offset in units of UTF-16; nil if the finding has no place in the text.
  let start: Int?
  let key: String
  /// The entry of the pattern; nil if the finding is not about one.
  let entry: Int?
  let message, remedy: String

  /// - Parameter places: nil for a text that is not a pattern.
  init(_ finding: Finding, motor: String?, _ places: FindingPlaces?, _ positions: TextPositions) {
    severity = finding.severityName
    self.motor = motor
    (line, column) = (finding.line, finding.column)
    var start: Int?
    if let line = finding.line, let column = finding.column { start = positions.offset(line: line, column: column) }
    self.start = start
    key = finding.key
    entry = places?.entry(of: finding.key)
    (message, remedy) = (finding.message, finding.remedy)
  }
}

/// Finds the entries of findings.
struct FindingPlaces {
  private let count: Int

  init(_ tree: TextTree) { count = tree["Pattern"]?.elements.count ?? 0 }

  /// The entry in the path of a finding: 3 in `Pattern[3].Event.Time`.
  func entry(of key: String) -> Int? {
    guard key.lowercased().hasPrefix("pattern[") else { return nil }
    let digits = key.dropFirst("pattern[".count).prefix { $0 != "]" }
    guard let entry = Int(digits), entry >= 0, entry < count else { return nil }
    return entry
  }
}
