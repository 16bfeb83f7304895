extension Report {
  /// The value within its range, with a warning where it is not.
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
  /// Seconds of a file, rounded to nanoseconds. Only for what is within a file's limits.
  package static func rounding(seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * nanosecondsPerSecond).rounded()))
  }

  package var inSeconds: Double { self / .seconds(1) }

  private static let nanosecondsPerSecond = 1e9
}
