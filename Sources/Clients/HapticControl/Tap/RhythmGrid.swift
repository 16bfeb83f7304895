struct RhythmGrid: Equatable {
  /// The time between two places.
  let step: Duration

  /// - Parameters:
  ///   - value: the note value of a step, such as 1/8; four quarters are a bar.
  ///   - tempo: the quarters per minute.
  init(_ value: NoteValue, tempo: Double) {
    step = .nanoseconds(Int64((240e9 / tempo * Double(value.numerator) / Double(value.denominator)).rounded()))
  }

  func nearest(_ time: Duration) -> Duration { step * Int((time / step).rounded()) }

  /// The length in whole steps, at least one.
  func length(_ length: Duration) -> Duration { max(nearest(length), step) }
}

struct NoteValue: Equatable {
  let numerator, denominator: Int

  /// Parses `1/8` or `3/16`; nil for values that are not from 1/64 to 4/1.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], (1...64).contains(numerator),
      (1...64).contains(denominator), numerator <= 4 * denominator
    else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }
}
