internal import HapticPatterns

/// A pattern laid out for motors: what is strongest at each moment, as strokes in a row.
///
///     events   ┌──── .4 ────┐          continuous
///                   | .9               a tap inside
///                        ┌── .6 ──┐   continuous, overlapping
///     strokes  ┌.4─┐┌.9┐┌──.6 ────┐   the maximum, as in `Pattern.strength(at:)`
///
struct Timeline {
  /// Taps closer than this are felt as one, a silence shorter than this as none.
  static let fusion = Duration.milliseconds(10)
  /// Nothing that starts later is played, nothing lasts longer: far beyond any pattern, and a bound for the memory and
  /// time that one pattern can cost.
  static let limit = Duration.seconds(600)

  let strokes: [Stroke]

  init(_ pattern: Pattern, strength: Double) {
    var taps: [Stroke] = []
    var holds: [Stroke] = []
    for event in pattern.events where event.time < Self.limit {
      guard let stroke = Stroke(event, strength: strength) else { continue }
      if stroke.kind == .tap { Self.append(tap: stroke, to: &taps) } else { holds.append(stroke) }
    }
    strokes = Self.separated(Self.lay(taps, over: Self.flattened(holds)))
  }

  /// Of taps that are felt as one, the stronger gives the character and the first the time.
  private static func append(tap: Stroke, to taps: inout [Stroke]) {
    guard let last = taps.last, tap.start - last.start < fusion else {
      taps.append(tap)
      return
    }
    guard tap.strength > last.strength else { return }
    taps[taps.count - 1] = tap.moved(to: last.start)
  }

  /// The strongest of overlapping holds at each moment.
  private static func flattened(_ holds: [Stroke]) -> [Stroke] {
    var flat: [Stroke] = []
    var active: [Stroke] = []
    var coming = holds[...]
    let edges = Set(holds.flatMap { [$0.start, $0.end] }).sorted()
    for (start, end) in zip(edges, edges.dropFirst()) {
      while let next = coming.first, next.start <= start { active.append(coming.removeFirst()) }
      active.removeAll { $0.end <= start }
      guard let strongest = active.max(by: { $0.strength < $1.strength }) else { continue }
      append(hold: strongest.cut(from: start, to: end), to: &flat)
    }
    return flat
  }

  private static func append(hold: Stroke, to holds: inout [Stroke]) {
    if let last = holds.last, last.end == hold.start, last.strength == hold.strength,
      last.sharpness == hold.sharpness
    {
      holds[holds.count - 1].end = hold.end
    } else {
      holds.append(hold)
    }
  }

  /// Cuts room for the taps out of the holds; a tap weaker than what lasts around it is lost.
  private static func lay(_ taps: [Stroke], over holds: [Stroke]) -> [Stroke] {
    var strokes: [Stroke] = []
    var coming = Array(holds.reversed())
    for tap in taps {
      while let hold = coming.last, hold.end <= tap.start { strokes.append(coming.removeLast()) }
      if let hold = coming.last, hold.start <= tap.start {
        if hold.strength >= tap.strength { continue }
        coming.removeLast()
        if hold.start < tap.start { strokes.append(hold.cut(from: hold.start, to: tap.start)) }
        if tap.end < hold.end { coming.append(hold.cut(from: tap.end, to: hold.end)) }
      }
      strokes.append(tap)
    }
    return strokes + coming.reversed()
  }

  /// Marks the strokes that the pattern sets apart from what comes before: taps after taps, and whatever follows a
  /// silence.
  private static func separated(_ strokes: [Stroke]) -> [Stroke] {
    var strokes = strokes
    for index in strokes.indices.dropFirst() {
      let previous = strokes[index - 1]
      let tapAfterTap = previous.kind == .tap && strokes[index].kind == .tap
      strokes[index].isSeparate = tapAfterTap || strokes[index].start - previous.end >= fusion
    }
    return strokes
  }
}

extension Stroke {
  /// The event as a stroke of its own; nil if there is nothing to feel.
  fileprivate init?(_ event: Event, strength: Double) {
    let strength = event.intensity.rawValue * strength
    guard strength > 0, event.duration > .zero else { return nil }
    self.init(
      kind: event.kind == .transient ? .tap : .hold, start: event.time, end: min(event.end, Timeline.limit),
      strength: strength, sharpness: event.sharpness.rawValue)
  }

  fileprivate func cut(from start: Duration, to end: Duration) -> Stroke {
    var stroke = self
    (stroke.start, stroke.end) = (start, end)
    return stroke
  }

  fileprivate func moved(to start: Duration) -> Stroke { cut(from: start, to: start + (end - self.start)) }
}
