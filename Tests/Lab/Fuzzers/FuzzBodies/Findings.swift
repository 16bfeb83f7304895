import TextDiagnostics

/// The requirements for every finding: the right severity, a position in the text, and no characters that affect a
/// terminal or a log.
enum Findings {
  /// Checks the warnings of a file that was read, or the reason for a refusal.
  static func check(
    _ result: Result<[Finding], Refused>, limits: FileLimits = .standard
  ) throws(Flaw) {
    switch result {
    case .success(let warnings): try check(warnings, are: .warning, limits: limits)
    case .failure(let refused): try check([refused.finding], are: .error)
    }
  }

  static func check(
    _ findings: [Finding], are severity: Finding.Severity, limits: FileLimits = .standard
  ) throws(Flaw) {
    // One additional finding gives the number of those that are not shown.
    try require(findings.count <= limits.maximumWarnings + 1, "\(findings.count) findings")
    for finding in findings { try check(finding, is: severity) }
    let lines = findings.compactMap(\.line)
    try requireEqual(lines, lines.sorted(), "the order of findings")
  }

  private static func check(_ finding: Finding, is severity: Finding.Severity) throws(Flaw) {
    try requireEqual(finding.severity, severity, "the severity of \(finding)")
    try require((finding.line == nil) == (finding.column == nil), "half a place: \(finding)")
    try require(finding.line ?? 1 >= 1 && finding.column ?? 1 >= 1, "before the text: \(finding)")
    try require(!finding.message.isEmpty && !finding.remedy.isEmpty, "nothing to say: \(finding)")
    try checkWords(finding.description(in: "file"))
  }

  /// The maximum length of a message: longer than our own words, a quotation or two, and a list of names.
  private static let longest = 2000

  private static func checkWords(_ text: String) throws(Flaw) {
    try require(text.unicodeScalars.count <= longest, "\(text.unicodeScalars.count) characters: \(text)")
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        throw Flaw("\(scalar.escaped(asASCII: true)) in: \(text)")
      default: continue
      }
    }
  }
}
