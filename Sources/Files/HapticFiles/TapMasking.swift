internal import HapticPatterns

/// Finds the taps that are covered by stronger events, by the rules of `Score`: of several taps the strongest is felt,
/// and a vibration counts one fifth next to a tap.
struct TapMasking {
  private struct Tap {
    let start: Duration
    let length: Duration
    let level: Double

    /// A tap falls in a straight line.
    func strength(at moment: Duration) -> Double {
      let elapsed = moment - start
      return elapsed >= .zero && elapsed < length ? level * (1 - elapsed / length) : 0
    }
  }

  /// The taps in order of time.
  private let taps: [Tap]
  /// The pattern without its taps.
  private let vibrations: Score
  private let starts: [Duration]
  /// The number of comparisons that are left.
  private var comparisons = Self.mostComparisons

  /// The maximum number of comparisons: more than any authored pattern needs, and one second of work. After it, no tap
  /// is reported as covered.
  static let mostComparisons = 20_000_000

  init(_ score: Score) {
    let pattern = score.pattern
    taps = pattern.events.filter { $0.kind == .transient }.map { event in
      Tap(
        start: event.time, length: Event.transientDuration(score.effectiveSharpness(of: event, at: event.time)),
        level: score.effectiveIntensity(of: event, at: event.time).rawValue)
    }
    vibrations = Score(pattern.vibrations)
    starts = vibrations.pattern.events.map(\.time)
  }

  /// The times at which a tap is compared: at its start, in its middle, and shortly before its end.
  private static let moments = [0, 0.5, 0.9]
  /// The tolerance for rounding errors.
  private static let rounding = 1e-6

  /// Whether the tap at this position among the taps is always weaker than other events.
  mutating func isCovered(_ position: Int) -> Bool {
    let tap = taps[position]
    for moment in Self.moments {
      let now = tap.start + tap.length * moment
      guard comparisons > 0, strongest(beside: position, at: now) > tap.level * (1 - moment) + Self.rounding else {
        return false
      }
    }
    return true
  }

  private mutating func strongest(beside position: Int, at moment: Duration) -> Double {
    comparisons -= 1 + firstPosition(in: starts.indices) { starts[$0] > moment }
    var strongest = vibrations.strength(at: moment).intensity.rawValue * Score.ducking.level
    var other = firstPosition(in: taps.indices) { taps[$0].start > moment }
    while other > 0, taps[other - 1].start + Event.transientDuration(0) > moment {
      other -= 1
      comparisons -= 1
      if other != position { strongest = max(strongest, taps[other].strength(at: moment)) }
    }
    return strongest
  }
}
