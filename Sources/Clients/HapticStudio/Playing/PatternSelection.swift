package import HapticPatterns

extension Pattern {
  /// Returns the part of a pattern in a time range as a pattern that starts at zero. A vibration that began before does not
  /// rise again.
  package func part(in range: Range<Duration>) -> Pattern {
    let events = events.compactMap { $0.part(in: range) }
    var parameters: [DynamicParameter] = []
    var curves: [ParameterCurve] = []
    for control in Control.allCases where control.isHaptic {
      let own = (self.parameters.filter { $0.control == control }, self.curves.filter { $0.control == control })
      let first = (own.0.map(\.time) + own.1.map(\.time)).filter { $0 <= range.lowerBound }.max() ?? range.lowerBound
      // Only the piece that is in force at the start, and later ones.
      parameters += own.0.filter { $0.time >= first && $0.time < range.upperBound }.map {
        DynamicParameter(control, $0.value, at: max($0.time - range.lowerBound, .zero))
      }
      curves += own.1.filter { $0.time >= first && $0.time < range.upperBound }.map { $0.part(from: range.lowerBound) }
    }
    return Pattern(events, parameters: parameters, curves: curves)
  }
}

extension Event {
  /// Returns nil if the event is outside the range.
  fileprivate func part(in range: Range<Duration>) -> Event? {
    let start = time - range.lowerBound
    guard case .continuous(let duration) = kind else {
      guard range.contains(time) else { return nil }
      return Event(.transient, at: start, intensity: intensity, sharpness: sharpness)
    }
    let end = min(time + duration, range.upperBound)
    guard time < range.upperBound, end > range.lowerBound else { return nil }
    let isWhole = time + duration <= range.upperBound
    let envelope = Envelope(
      attack: start < .zero ? 0 : envelope.attack, decay: envelope.decay, release: isWhole ? envelope.release : 0,
      isSustained: envelope.isSustained)
    return Event(
      .continuous(duration: end - max(time, range.lowerBound)), at: max(start, .zero), intensity: intensity,
      sharpness: sharpness, envelope: envelope)
  }
}

extension ParameterCurve {
  /// The curve from a time of the pattern on, which becomes zero.
  fileprivate func part(from start: Duration) -> ParameterCurve {
    guard time < start else { return ParameterCurve(control, at: time - start, points) }
    let passed = start - time
    let value = ControlTrack(control, curves: [ParameterCurve(control, points)]).value(at: passed)
    let rest = points.filter { $0.time > passed }.map { Point(at: $0.time - passed, $0.value) }
    return ParameterCurve(control, [Point(at: .zero, value)] + rest)
  }
}
