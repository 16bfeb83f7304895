internal import HapticPatterns
package import TextDiagnostics

/// Times in milliseconds in JSON.
package enum Milliseconds {
  /// Reads a time and clamps it to the range from 0 to the limit, with a warning.
  ///
  /// - Throws: a remark if the value is not a number.
  package static func read(_ node: JSONNode, _ limits: FileLimits, _ report: inout DiagnosticReport) throws(Remark)
    -> Duration
  {
    guard case .number(let number) = node.value else {
      throw node.remark("found \(node.value.kind); expected a time", remedy: "write milliseconds")
    }
    return try read(number, at: .value(node.path), limits, &report)
  }

  package static func read(
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
  package func check(_ pulses: Pulses, at place: Remark.Place) throws(Remark) {
    if pulses.count > maximumEvents {
      throw Remark("more than \(maximumEvents) steps", at: place, remedy: "split it into several files")
    }
    if pulses.duration > maximumTime {
      throw Remark(
        "longer than \(Quotation.number(maximumTime.inSeconds)) s", at: place, remedy: "make it shorter, or repeat it")
    }
  }
}
