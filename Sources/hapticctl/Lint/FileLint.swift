internal import AHAP
internal import HapticFiles
internal import MotorModel

/// What is to be said about one pattern file.
struct FileLint {
  /// Of the file as a whole, whichever feedback of it is meant.
  let path: String
  let findings: [AHAP.Finding]

  var hasError: Bool { findings.contains { $0.severity == .error } }

  /// - Parameter motor: what it is to be played on; nil looks at the file alone.
  init(_ place: PatternPath, on motor: ChosenMotor?) {
    path = place.path
    do throws(Refused) {
      let file = try PatternInput.read(place)
      let notes = motor.map { Self.notes(file, on: $0) } ?? []
      let findings = file.warnings + Lint.findings(in: file) + Lint.findings(of: notes, in: file)
      self.findings = findings.enumerated()
        .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    } catch {
      findings = [error.finding]
    }
  }

  private static func notes(_ file: PatternFile, on motor: ChosenMotor) -> [EventNote] {
    var counts: [MotorFinding.Kind: Int] = [:]
    let found = MotorLint(Forecast(file.pattern, on: motor.model), motor: motor.name).findings
    return found.map { finding in
      counts[finding.kind, default: 0] += 1
      // Each has a place of its own until there are too many to be read.
      let number = min(counts[finding.kind] ?? 0, mostOfAKind)
      return EventNote(
        event: finding.event, message: finding.message, remedy: finding.remedy,
        kind: "\(finding.kind.rawValue) \(number)")
    }
  }

  /// So many findings of one kind are given one by one.
  private static let mostOfAKind = 10

  /// `file:line:column: severity: key: message; remedy`, a line each.
  var lines: [String] { findings.map { $0.line(in: path) } }
}

extension AHAP.Finding {
  /// Findings without a place come first.
  fileprivate var place: Int { (line ?? 0) << 32 + (column ?? 0) }
}

/// A finding for scripts.
struct FindingJSON: Encodable {
  let file: String
  /// Null where it has no place in the text.
  let line, column: Int?
  /// `warning` or `error`.
  let severity: String
  let key, message, remedy: String

  init(_ finding: AHAP.Finding, in file: String) {
    self.file = file
    line = finding.line
    column = finding.column
    severity = finding.severityName
    key = finding.key
    message = finding.message
    remedy = finding.remedy
  }
}
