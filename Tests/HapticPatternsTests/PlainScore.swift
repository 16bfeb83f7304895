import HapticPatterns

// The rules of `ControlTrack` and `Score` in their simplest and slowest form, for comparison with the real ones.

/// A control over time, evaluated by linear search.
struct PlainTrack {
  typealias Piece = (start: Duration, points: [ParameterCurve.Point])

  let control: Control
  let pieces: [Piece]
  let sent: Piece?

  init(_ control: Control, _ parameters: [DynamicParameter], _ curves: [ParameterCurve], sent: Piece? = nil) {
    self.control = control
    self.sent = sent
    pieces =
      parameters.filter { $0.control == control }.map { ($0.time, [.init(at: .zero, $0.value)]) }
      + curves.filter { $0.control == control && !$0.points.isEmpty }.map { ($0.time, $0.points) }
  }

  func value(at moment: Duration) -> Double {
    var best: Piece?
    for piece in pieces + (sent.map { [$0] } ?? []) where piece.start <= moment && piece.start >= best?.start ?? .zero {
      best = piece
    }
    guard let best else { return control.neutral }
    var value = best.points[0].value
    for (index, point) in best.points.enumerated() where best.start + point.time <= moment {
      value = point.value
      guard index + 1 < best.points.count else { continue }
      let next = best.points[index + 1]
      let part = (moment - best.start - point.time) / (next.time - point.time)
      if next.time > point.time, part < 1 { value += (next.value - point.value) * part }
    }
    return value
  }
}

/// A pattern's strength, evaluated by linear search.
struct PlainScore {
  let pattern: Pattern

  private func control(_ control: Control, at moment: Duration) -> Double {
    PlainTrack(control, pattern.parameters, pattern.curves).value(at: moment)
  }

  private func unit(_ value: Double) -> Double { min(max(value, 0), 1) }

  private func tapLength(_ tap: Event) -> Duration {
    Event.transientDuration(Sharpness(tap.sharpness.rawValue + control(.sharpness, at: tap.time)))
  }

  private func tapIntensity(_ tap: Event) -> Double {
    tap.intensity.rawValue * control(.intensity, at: tap.time)
  }

  private func gain(of event: Event, lasting duration: Duration, at moment: Duration) -> Double {
    let own = event.envelope
    let envelope = Envelope(
      attack: own.attack + control(.attack, at: event.time), decay: own.decay + control(.decay, at: event.time),
      release: own.release + control(.release, at: event.time), isSustained: own.isSustained)
    return envelope.gain(at: moment - event.time, of: duration)
  }

  private func isDucked(at moment: Duration) -> Bool {
    pattern.events.contains { tap in
      tap.kind == .transient && tapIntensity(tap) > 0 && moment >= tap.time - .milliseconds(15)
        && moment < tap.time + tapLength(tap)
    }
  }

  func intensity(at moment: Duration) -> Double {
    let share = isDucked(at: moment) ? 0.2 : 1
    let strengths = pattern.events.filter { $0.time <= moment }.map { event -> Double in
      switch event.kind {
      case .transient:
        return tapIntensity(event) * unit(1 - (moment - event.time) / tapLength(event))
      case .continuous(let duration):
        let level = unit(event.intensity.rawValue * control(.intensity, at: moment))
        return share * level * gain(of: event, lasting: duration, at: moment)
      }
    }
    return strengths.max() ?? 0
  }
}
