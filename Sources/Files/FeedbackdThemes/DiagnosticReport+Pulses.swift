package import TextDiagnostics

extension DiagnosticReport {
  /// Reads a time in milliseconds and clamps it to the range from 0 to the limit, with a warning.
  ///
  /// - Throws: a remark if the value is not a number.
  package mutating func milliseconds(_ node: JSONNode) throws(Remark) -> Duration {
    guard case .number(let number) = node.value else {
      throw node.remark("found \(node.value.kind); expected a time", remedy: "write milliseconds")
    }
    return milliseconds(number, at: .value(node.path))
  }

  package mutating func milliseconds(_ number: Double, at place: Remark.Place) -> Duration {
    let longest = limits.maximumTime / .milliseconds(1)
    return .rounding(seconds: clamped(number, to: 0...longest, unit: " ms", at: place) / 1000)
  }

  /// Checks the number of pulses and their duration.
  ///
  /// - Throws: a remark if a limit is exceeded.
  package func check(_ pulses: Pulses, at place: Remark.Place) throws(Remark) {
    if pulses.count > limits.maximumEvents {
      throw Remark("more than \(limits.maximumEvents) steps", at: place, remedy: "split it into several files")
    }
    if pulses.duration > limits.maximumTime {
      throw Remark(
        "longer than \(Quotation.number(limits.maximumTime.inSeconds)) s", at: place,
        remedy: "make it shorter, or repeat it")
    }
  }
}
