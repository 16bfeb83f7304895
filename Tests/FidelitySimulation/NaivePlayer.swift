package import HapticPatterns
package import MotorRendering

/// A player without knowledge of motors: the amplitude is the intensity; a transient lasts 20 or 30 ms; a continuous
/// event follows its envelope and curves, sampled every 20 ms; both motors get the same amplitude; if events overlap, the
/// strongest counts.
///
/// It uses the pattern model of the renderer, so that both have the same intention.
package enum NaivePlayer {
  /// The lengths of a transient, in milliseconds, of the two players to compare with: 20 ms is the length of a click in
  /// Android's guidelines, and 30 ms the longest burst that is felt as one pulse.
  package static let clicks = [20, 30]

  static let sampling = Duration.milliseconds(20)

  package static func drive(for pattern: Pattern, click milliseconds: Int = clicks[0]) -> Drive {
    let score = Score(pattern)
    let pieces = pattern.events.flatMap { self.pieces($0, score, .milliseconds(milliseconds)) }
    return drive(pieces)
  }

  /// An amplitude for a limited time.
  struct Piece: Equatable {
    var start: Duration
    var end: Duration
    var amplitude: Double
  }

  private static func pieces(_ event: Event, _ score: Score, _ click: Duration) -> [Piece] {
    guard case .continuous(let duration) = event.kind else {
      let amplitude = score.effectiveIntensity(of: event, at: event.time).rawValue
      return [Piece(start: event.time, end: event.time + click, amplitude: amplitude)]
    }
    let envelope = score.effectiveEnvelope(of: event)
    let end = min(event.time + envelope.length(of: duration), .milliseconds(Intention.longest))
    return stride(from: event.time, to: end, by: sampling).map { moment in
      let gain = envelope.gain(at: moment - event.time, of: duration)
      let amplitude = score.effectiveIntensity(of: event, at: moment).rawValue * gain
      return Piece(start: moment, end: min(moment + sampling, end), amplitude: amplitude)
    }
  }

  private static func stride(from start: Duration, to end: Duration, by step: Duration) -> [Duration] {
    guard start < end else { return [] }
    return (0...Int((end - start) / step)).map { start + step * $0 }.filter { $0 < end }
  }

  /// Returns the strongest piece at each moment.
  static func drive(_ pieces: [Piece]) -> Drive {
    let edges = Set(pieces.flatMap { [$0.start, $0.end] }).sorted()
    var coming = pieces.sorted { $0.start < $1.start }[...]
    var active: [Piece] = []
    let steps = edges.map { edge in
      while let next = coming.first, next.start <= edge { active.append(coming.removeFirst()) }
      active.removeAll { $0.end <= edge }
      let magnitude = UInt16(((active.map(\.amplitude).max() ?? 0) * 0xffff).rounded())
      return Drive.Step(at: edge, level: Level(strong: magnitude, weak: magnitude))
    }
    return Drive(steps, end: edges.last ?? .zero)
  }
}
