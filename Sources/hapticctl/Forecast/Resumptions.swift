internal import Haptics

/// Where vibrations come back that made way for a tap (see `Score.ducking`): they rise, but nobody counts that.
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

  /// Envelopes are sampled: a beat may begin a sample after what causes it.
  private static let tolerance = Duration.milliseconds(2)

  func contains(_ beat: Beat) -> Bool { moments.hasMoment(near: beat.onset, Self.tolerance) }
}

extension [Duration] {
  /// Whether one of these moments, which are in order, is within `tolerance` of `moment`.
  fileprivate func hasMoment(near moment: Duration, _ tolerance: Duration) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < moment - tolerance { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] <= moment + tolerance
  }
}
