internal import FeedbackdThemes
internal import HapticPatterns
internal import TextDiagnostics

/// The argument of `navigator.vibrate`: `[100, 50, 100]`, alternating milliseconds of vibration and pause, or one
/// number.
///
/// The format has no strength: vibrations have full strength. A pause at the end is ignored. See the Vibration API of
/// the W3C.
enum WebVibration {
  static func read(_ document: JSONDocument, strict: Bool, limits: FileLimits) throws(Refused) -> PatternFile {
    let (pattern, warnings) = try document.read(strict: strict) { (root, report) throws(Remark) in
      Pattern(try pulses(root, limits, &report).events)
    }
    return PatternFile(pattern, .web, warnings: warnings)
  }

  private static func pulses(_ root: JSONNode, _ limits: FileLimits, _ report: inout DiagnosticReport) throws(Remark)
    -> Pulses
  {
    var pulses = Pulses()
    for (index, node) in (root.elements ?? [root]).enumerated() {
      let amplitude = index.isMultiple(of: 2) ? 1.0 : 0.0
      pulses.append(amplitude, for: try Milliseconds.read(node, limits, &report))
      try limits.check(pulses, at: .value(node.path))
    }
    return pulses
  }
}
