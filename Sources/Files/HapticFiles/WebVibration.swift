internal import FeedbackdThemes
internal import HapticPatterns
internal import TextDiagnostics

/// The argument of `navigator.vibrate`: `[100, 50, 100]`, alternating milliseconds of vibration and pause, or one
/// number.
///
/// The format has no strength: vibrations have full strength. A pause at the end is ignored. See the Vibration API of
/// the W3C.
enum WebVibration {
  static func read(_ document: JSONDocument) throws(Refused) -> PatternFile {
    let (pattern, warnings) = try document.read { (root, report) throws(Remark) in
      var pulses = Pulses()
      for (index, node) in (root.elements ?? [root]).enumerated() {
        pulses.append(index.isMultiple(of: 2) ? 1 : 0, for: try report.milliseconds(node))
        try report.check(pulses, at: .value(node.path))
      }
      return Pattern(pulses.events)
    }
    return PatternFile(pattern: pattern, format: .web, warnings: warnings)
  }
}
