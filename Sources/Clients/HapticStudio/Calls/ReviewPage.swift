internal import HapticControl
internal import HapticPatterns
internal import TextDiagnostics

/// A page for reviewers who have no studio: the picture, the findings, the events and the text, in one file that loads
/// nothing and runs nothing.
enum ReviewPage {
  /// - Parameters:
  ///   - findings: those of the file and of the motors.
  ///   - text: the text of the pattern's file.
  static func html(_ subject: Subject, _ plots: PlotGroup, findings found: [Finding], text: String) -> String {
    let findings = found.map { "<li>\($0.description.escapedForXML)</li>" }.joined(separator: "\n")
    let results = plots.plots.joined().map {
      "<li>\($0.motor.title.escapedForXML): \($0.forecast.results.summary.escapedForXML)</li>"
    }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(subject.title.escapedForXML)</title>
      <style>
      body { font: 1rem/1.4 sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; }
      svg { width: 100%; height: auto; }
      table { border-collapse: collapse; }
      td, th { padding: 0.1rem 0.8rem 0.1rem 0; text-align: left; }
      pre { overflow: auto; border: 1px solid; padding: 0.5rem; }
      </style>
      <h1>\(subject.title.escapedForXML)</h1>
      \(plots.image)
      <h2>On each motor</h2>
      <ul>\(results)</ul>
      <h2>Findings</h2>
      \(findings.isEmpty ? "<p>None.</p>" : "<ul>\(findings)</ul>")
      <h2>Events</h2>
      <table>
      <tr><th>Time</th><th>Kind</th><th>Duration</th><th>Intensity</th><th>Sharpness</th></tr>
      \(subject.pattern.events.map(row).joined(separator: "\n"))
      </table>
      <h2>AHAP</h2>
      <pre>\(text.escapedForXML)</pre>
      </html>

      """
  }

  private static func row(_ event: Event) -> String {
    let cells = [
      event.time.momentWords, event.kind == .transient ? "tap" : "vibration",
      event.isEndless ? "no end" : event.duration.momentWords, Quotation.number(event.intensity.rawValue),
      Quotation.number(event.sharpness.rawValue),
    ]
    return "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
  }
}
