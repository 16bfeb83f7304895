extension DiagnosticReport {
  /// Returns the value clamped to the range, with a warning if it is outside.
  public mutating func clamped(
    _ value: Double, to range: ClosedRange<Double>, unit: String = "", at place: Remark.Place
  ) throws(Remark) -> Double {
    if range.contains(value) { return value }
    let kept = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (Quotation.number(range.lowerBound), Quotation.number(range.upperBound))
    try warn(
      "\(Quotation.number(value))\(unit) is out of range; read as \(Quotation.number(kept))\(unit)", at: place,
      remedy: "write \(low)...\(high)", kind: "out of range")
    return kept
  }
}

extension Duration {
  /// Creates a duration from seconds, rounded to nanoseconds. The value must be within the limits of a file.
  package static func rounding(seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * nanosecondsPerSecond).rounded()))
  }

  package var inSeconds: Double { self / .seconds(1) }

  private static let nanosecondsPerSecond = 1e9
}
