internal import AHAP
internal import HapticPatterns
internal import TextDiagnostics

extension PatternChecker {
  mutating func findInCurves() {
    for (index, curve) in pattern.curves.enumerated() {
      findAbsoluteTimes(of: curve, .curve(index))
      findManyPoints(of: curve, .curve(index))
      findLateness(of: curve.control, at: curve.time, .curve(index))
    }
    for (index, parameter) in pattern.parameters.enumerated() {
      findLateness(of: parameter.control, at: parameter.time, .parameter(index))
    }
    for control in [Control.intensity, .sharpness] {
      let turns = turns(of: control)
      findCutOffs(turns)
      findBentTaps(control, turns)
    }
  }

  /// Reports points with times from the start of the pattern, as several editors write them, instead of the start of
  /// the curve.
  private mutating func findAbsoluteTimes(of curve: ParameterCurve, _ part: PatternPart) {
    guard Self.hasAbsoluteTimes(curve) else { return }
    add(
      part,
      "the first point has the time of the curve, \(seconds(curve.time)), and so comes at \(seconds(curve.time * 2))",
      "count the times of points from the start of the curve: subtract \(seconds(curve.time))",
      kind: "absolute times")
  }

  private static func hasAbsoluteTimes(_ curve: ParameterCurve) -> Bool {
    curve.time > .zero && curve.points.first?.time == curve.time
  }

  private mutating func findManyPoints(of curve: ParameterCurve, _ part: PatternPart) {
    guard isAHAP, curve.points.count > AHAPFile.pointsOfOldPlayers else { return }
    add(
      part, "\(curve.points.count) points, but older Apple players read \(AHAPFile.pointsOfOldPlayers)",
      "split it into curves of \(AHAPFile.pointsOfOldPlayers) points; begin each with the last point of the previous one",
      kind: "many points")
  }

  private mutating func findLateness(of control: Control, at time: Duration, _ part: PatternPart) {
    guard control.isHaptic, time >= score.duration else { return }
    add(
      part, "starts at \(seconds(time)), but the last event ends at \(seconds(score.duration)): no effect",
      "move it, or remove it", kind: "after the end")
  }

  // MARK: Order of controls

  /// A parameter or a curve in the order in which they take effect.
  private struct Turn {
    let part: PatternPart
    let start: Duration
    let end: Duration
  }

  /// Returns the parameters and curves of a control in the order in which they take effect.
  private func turns(of control: Control) -> [Turn] {
    let steps = pattern.parameters.enumerated().filter { $0.element.control == control }
      .map { Turn(part: .parameter($0.offset), start: $0.element.time, end: $0.element.time) }
    let lines = pattern.curves.enumerated().filter { $0.element.control == control }
      .map { Turn(part: .curve($0.offset), start: $0.element.time, end: $0.element.end) }
    return (steps + lines).sorted { $0.start < $1.start }
  }

  private mutating func findCutOffs(_ turns: [Turn]) {
    for (turn, next) in zip(turns, turns.dropFirst()) where turn.end > next.start {
      // Absolute times are the cause, and already reported.
      if case .curve(let index) = turn.part, Self.hasAbsoluteTimes(pattern.curves[index]) { continue }
      add(
        turn.part, "lasts until \(seconds(turn.end)), but another one replaces it at \(seconds(next.start))",
        "end it there, or move the start of the other one", kind: "cut off")
    }
  }

  /// Reports curves that change taps. A curve is written for vibrations, but applies to the whole pattern.
  private mutating func findBentTaps(_ control: Control, _ turns: [Turn]) {
    guard pattern.events.contains(where: { $0.kind != .transient }) else { return }
    let track = control == .intensity ? score.intensity : score.sharpness
    var bent: [PatternPart: (first: Event, count: Int)] = [:]
    for event in pattern.events where event.kind == .transient {
      guard track.value(at: event.time) != control.neutral, let turn = turn(turns, at: event.time) else { continue }
      bent[turn.part] = (bent[turn.part]?.first ?? event, (bent[turn.part]?.count ?? 0) + 1)
    }
    for turn in turns {
      guard case .curve = turn.part, let (first, count) = bent[turn.part] else { continue }
      add(
        turn.part,
        "also changes \(count == 1 ? "a tap" : "\(count) taps"): at \(seconds(first.time)) "
          + Self.described(control, track.value(at: first.time)),
        "make the curve \(Quotation.number(control.neutral)) at the taps, or move the taps to another file",
        kind: "bent taps, \(control)")
    }
  }

  private static func described(_ control: Control, _ value: Double) -> String {
    let percent = "\(Int((value * 100).rounded()))"
    return control == .intensity ? "to \(percent) % of its intensity" : "by \(percent) % in sharpness"
  }

  private func turn(_ turns: [Turn], at moment: Duration) -> Turn? {
    let next = firstPosition(in: turns.indices) { turns[$0].start > moment }
    return next > 0 ? turns[next - 1] : nil
  }
}
