/// The intended strength of a score at increasing times. It keeps the active vibrations in the order of their intensities, so
/// that a moment usually costs one of them, where `Score.strength(at:)` looks at all.
package struct ScoreWalk {
  private struct Vibration {
    /// The position in the pattern's events. Of equally strong vibrations the last one is felt.
    let position: Int
    let event: Event
    let duration: Duration
    let swells: Envelope.Swells

    var end: Duration { event.time + duration + swells.release }
  }

  private let score: Score
  /// The vibrations that have not begun, as positions in the pattern's events.
  private var coming: ArraySlice<Int>
  /// The vibrations that are felt, the strongest first, and the earliest of their ends.
  private var active: [Vibration] = []
  private var nextEnd: Duration?

  package init(_ score: Score) {
    self.score = score
    coming = score.vibrations[...]
  }

  /// Returns the same as `Score.strength(at:)`. The times of successive calls must not decrease.
  package mutating func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    while let position = coming.first, score.pattern.events[position].time <= moment {
      coming.removeFirst()
      begin(position)
    }
    if let nextEnd, nextEnd <= moment {
      active.removeAll { $0.end <= moment }
      self.nextEnd = active.map(\.end).min()
    }
    return score.strength(at: moment, with: vibrationStrength(at: moment))
  }

  private mutating func begin(_ position: Int) {
    let event = score.pattern.events[position]
    guard case .continuous(let duration) = event.kind else { return }
    let swells = score.effectiveEnvelope(of: event).swells
    let vibration = Vibration(position: position, event: event, duration: duration, swells: swells)
    let place = firstPosition(in: active.indices) { active[$0].event.intensity <= event.intensity }
    active.insert(vibration, at: place)
    nextEnd = min(nextEnd ?? vibration.end, vibration.end)
  }

  private func vibrationStrength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    let factor = score.intensity.value(at: moment)
    var strongest = (intensity: Intensity.none, position: Int.max)
    for vibration in active {
      let intensity = Intensity(vibration.event.intensity.rawValue * factor)
      if (intensity, vibration.position) <= strongest { break }
      let gain = vibration.swells.gain(at: moment - vibration.event.time, of: vibration.duration)
      let level = intensity * Intensity(gain)
      if (level, vibration.position) > strongest { strongest = (level, vibration.position) }
    }
    guard strongest.intensity > .none else { return (.none, 0) }
    return (strongest.intensity, score.effectiveSharpness(of: score.pattern.events[strongest.position], at: moment))
  }
}
