internal import HapticControl
internal import TextDiagnostics

extension JSONObject {
  /// A finding of `lint`. `start` is an offset in units of UTF-16.
  ///
  /// - Parameters:
  ///   - motor: the key of the motor; nil for a finding in the file itself.
  ///   - tree: the places in the text; nil for a text that is not a pattern.
  static func finding(
    _ finding: Finding, motor: String?, _ tree: TextTree?, _ positions: TextPositions
  ) -> JSONObject {
    var start: Int?
    if let line = finding.line, let column = finding.column { start = positions.offset(line: line, column: column) }
    return self.finding(finding).with(["motor": motor, "start": start, "entry": tree?.entry(of: finding.key)])
  }
}

extension TextTree {
  /// The entry in the path of a finding: 3 in `Pattern[3].Event.Time`.
  fileprivate func entry(of key: String) -> Int? {
    guard key.lowercased().hasPrefix("pattern[") else { return nil }
    let digits = key.dropFirst("pattern[".count).prefix { $0 != "]" }
    guard let entry = Int(digits), self["Pattern"]?.elements.indices.contains(entry) == true else { return nil }
    return entry
  }
}
