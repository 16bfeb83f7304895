internal import FeedbackdThemes
internal import HapticPatterns
internal import TextDiagnostics

/// A waveform: amplitudes of 0...255, each for a number of milliseconds, with an optional repeating part.
enum AndroidWaveform {
  static func effect(_ element: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> AndroidEffect {
    element.warnOfMore(than: [], &report)
    var pulses = Pulses()
    var repetition: Range<Duration>?
    for child in element.children {
      guard repetition == nil else { throw AndroidFile.unexpected(child, in: element) }
      guard child.name == "repeating" else {
        try append(child, in: element, to: &pulses, &report)
        continue
      }
      let start = pulses.duration
      try append(repeating: child, to: &pulses, &report)
      repetition = start..<pulses.duration
    }
    // A repetition without duration is ignored.
    if repetition?.isEmpty ?? false { repetition = nil }
    guard pulses.duration > .zero else {
      throw element.remark("a waveform without a duration", remedy: "add a waveform-entry")
    }
    return AndroidEffect(pattern: Pattern(pulses.events), repetition: repetition)
  }

  private static func append(
    repeating element: XMLElement, to pulses: inout Pulses, _ report: inout DiagnosticReport
  ) throws(Remark) {
    element.warnOfMore(than: [], &report)
    let start = pulses.duration
    for child in element.children { try append(child, in: element, to: &pulses, &report) }
    guard pulses.duration > start else {
      return report.warn("an empty repetition; ignored", at: element.place, remedy: "add a waveform-entry")
    }
    report.warn(
      "Android repeats this until it is stopped; the pattern has it once", at: element.place,
      remedy: "repeat the playback instead")
  }

  private static func append(
    _ entry: XMLElement, in parent: XMLElement, to pulses: inout Pulses, _ report: inout DiagnosticReport
  ) throws(Remark) {
    guard entry.name == "waveform-entry" else { throw AndroidFile.unexpected(entry, in: parent) }
    entry.warnOfMore(than: ["durationMs", "amplitude"], &report)
    let duration = try entry.milliseconds("durationMs", &report)
    pulses.append(try amplitude(of: entry, &report), for: duration)
    try report.check(pulses, at: entry.place)
  }

  private static let fullAmplitude = 255.0

  /// Returns the amplitude, 0...1. `default` is the choice of the phone's vendor; a phone without amplitudes vibrates
  /// fully, as here.
  private static func amplitude(of entry: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> Double {
    if try entry.required("amplitude") == "default" { return 1 }
    return try entry.requiredNumber("amplitude", in: 0...fullAmplitude, &report) / fullAmplitude
  }
}
