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

/// Times in milliseconds in JSON.
enum Milliseconds {
  /// Reads a time and clamps it to the range from 0 to the limit, with a warning.
  ///
  /// - Throws: a remark if the value is not a number.
  static func read(_ node: JSONNode, _ limits: FileLimits, _ report: inout DiagnosticReport) throws(Remark) -> Duration
  {
    guard case .number(let number) = node.value else {
      throw node.remark("found \(node.value.kind); expected a time", remedy: "write milliseconds")
    }
    return try read(number, at: .value(node.path), limits, &report)
  }

  static func read(
    _ number: Double, at place: Remark.Place, _ limits: FileLimits, _ report: inout DiagnosticReport
  ) throws(Remark) -> Duration {
    let longest = limits.maximumTime / .milliseconds(1)
    return .rounding(seconds: try report.clamped(number, to: 0...longest, unit: " ms", at: place) / 1000)
  }
}

extension FileLimits {
  /// Checks the number of pulses and their duration.
  ///
  /// - Throws: a remark if a limit is exceeded.
  func check(_ pulses: Pulses, at place: Remark.Place) throws(Remark) {
    if pulses.count > maximumEvents {
      throw Remark("more than \(maximumEvents) steps", at: place, remedy: "split it into several files")
    }
    if pulses.duration > maximumTime {
      throw Remark(
        "longer than \(Quotation.number(maximumTime.inSeconds)) s", at: place, remedy: "make it shorter, or repeat it")
    }
  }
}
