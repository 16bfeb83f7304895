internal import TextDiagnostics

/// The findings about a file. Only the first findings are kept and the rest is counted, because to find suggestions
/// takes a hundred times as long as to read the file.
struct Remarks {
  private var errors = Some()
  private var warnings = Some()

  private struct Some {
    var findings: [Finding] = []
    var count = 0

    mutating func add(_ finding: () -> Finding) {
      count += 1
      if findings.count < PreferenceLimits.warnings { findings.append(finding()) }
    }

    /// The findings in the order of the text, and one with the number of the rest.
    var all: [Finding] {
      let sorted = findings.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
      guard count > findings.count else { return sorted }
      let rest = Finding(
        sorted[0].severity, message: "\(count - findings.count) more not shown", remedy: "fix the others first")
      return sorted + [rest]
    }
  }

  mutating func refuse(
    _ place: TextPlace, _ key: @autoclosure () -> String, _ message: @autoclosure () -> String,
    remedy: @autoclosure () -> String
  ) {
    errors.add { Finding(.error, place, key: key(), message: message(), remedy: remedy()) }
  }

  mutating func warn(
    _ place: TextPlace, _ key: @autoclosure () -> String, _ message: @autoclosure () -> String,
    remedy: @autoclosure () -> String
  ) {
    warnings.add { Finding(.warning, place, key: key(), message: message(), remedy: remedy()) }
  }

  /// The errors, or the warnings if there are no errors.
  var findings: [Finding] { hasErrors ? errors.all : warnings.all }

  var hasErrors: Bool { errors.count > 0 }
}
