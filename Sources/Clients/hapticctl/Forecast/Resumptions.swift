internal import Haptics

/// The times at which vibrations return after a tap (see `Score.ducking`). They rise there, but this is not a beat.
struct Resumptions {
  private let moments: [Duration]

  init(_ score: Score) {
    let starts = score.pattern.events.map(\.time)
    moments = score.pattern.events.compactMap { event in
      guard event.kind == .transient, score.effectiveIntensity(of: event, at: event.time) > .none else { return nil }
      let end = event.time + Event.transientDuration(score.effectiveSharpness(of: event, at: event.time))
      return starts.hasMoment(near: end, Self.tolerance) ? nil : end
    }.sorted()
  }

  /// The sampling of envelopes can delay the onset of a beat by a sample or two.
  private static let tolerance = Duration.milliseconds(2)

  func contains(_ beat: Beat) -> Bool { moments.hasMoment(near: beat.onset, Self.tolerance) }
}

extension [Duration] {
  /// Whether one of these times, which must be sorted, is within `tolerance` of `moment`.
  fileprivate func hasMoment(near moment: Duration, _ tolerance: Duration) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < moment - tolerance { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] <= moment + tolerance
  }
}
