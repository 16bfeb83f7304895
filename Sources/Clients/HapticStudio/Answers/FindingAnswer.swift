internal import HapticControl
internal import TextDiagnostics

extension JSONObject {
  /// A finding of `lint`. `start` is an offset in units of UTF-16.
  ///
  /// - Parameters:
  ///   - motor: the key of the motor; nil for a finding in the file itself.
  ///   - places: nil for a text that is not a pattern.
  static func finding(
    _ finding: Finding, motor: String?, _ places: FindingPlaces?, _ positions: TextPositions
  ) -> JSONObject {
    var start: Int?
    if let line = finding.line, let column = finding.column { start = positions.offset(line: line, column: column) }
    return [
      "severity": finding.severityName, "motor": motor, "line": finding.line, "column": finding.column, "start": start,
      "key": finding.key, "entry": places?.entry(of: finding.key), "message": finding.message, "remedy": finding.remedy,
    ]
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
