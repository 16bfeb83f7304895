internal import HapticPatterns
internal import TextDiagnostics

// A clip's amplitude becomes vibrations of full intensity under a curve of intensity, its frequency a curve of
// sharpness, its emphases taps. But a pattern's curves also affect its taps, and a tap may be stronger than the
// amplitude at its time. So the clip is divided at its taps: during a tap, the vibration has the present value as its
// own intensity, and the curves are neutral.
//
//     curve      ╲___╱▔▔╲  ▔▔▔▔  ╱╲___         at 1 from the tap's start to its end
//     vibration  ███████████▄▄▄▄██████         steady during the tap, which is stronger anyway
//     tap                   ◣
//
// Meta's own converter to AHAP uses two files that are played together.

extension HapticClip {
  /// Returns the intensity for an amplitude. Meta's converter takes the square root of amplitudes and of the envelope's
  /// frequencies, because Core Haptics' intensity is not linear; the frequency of an emphasis stays unchanged. The same
  /// conversion here makes a clip feel like the AHAP that its author's program exports.
  static func intensity(ofAmplitude amplitude: Double) -> Double { amplitude.squareRoot() }
  static func sharpness(ofFrequency frequency: Double) -> Double { frequency.squareRoot() }

  /// The clip as a pattern. If `frequency` is empty, the sharpness is the default, as the specification requires.
  var pattern: Pattern {
    var pieces = Pieces(
      intensity: Polyline(points: amplitude.map { ($0.time, Self.intensity(ofAmplitude: $0.value)) }),
      sharpness: frequency.isEmpty
        ? nil : Polyline(points: frequency.map { ($0.time, Self.sharpness(ofFrequency: $0.value)) }))
    for (index, tap) in taps.enumerated() {
      let next = index + 1 < taps.count ? taps[index + 1].time : .infinity
      pieces.tap(
        at: tap.time, intensity: Intensity(Self.intensity(ofAmplitude: tap.amplitude)),
        sharpness: Sharpness(tap.frequency), before: next)
    }
    return pieces.pattern
  }
}

/// Builds vibrations and curves, piece by piece.
private struct Pieces {
  private let intensity: Polyline
  private let sharpness: Polyline?
  private var events: [Event] = []
  private var intensityPoints: [ParameterCurve.Point] = []
  private var sharpnessPoints: [ParameterCurve.Point] = []
  /// The end of the pieces so far, in seconds.
  private var end: Double

  init(intensity: Polyline, sharpness: Polyline?) {
    self.intensity = intensity
    self.sharpness = sharpness
    end = intensity.start
  }

  /// Adds the vibration up to a tap, the tap, and the steady vibration during it.
  mutating func tap(at time: Double, intensity level: Intensity, sharpness sharp: Sharpness, before next: Double) {
    bend(until: time)
    events.append(Event(.transient, at: .rounding(seconds: time), intensity: level, sharpness: sharp))
    rest(until: min(time + Event.transientDuration(sharp).inSeconds, next, intensity.end))
  }

  /// Adds a vibration that follows the curves.
  private mutating func bend(until time: Double) {
    guard time > end else { return }
    let curve = intensity.points(from: end, to: time)
    intensityPoints += curve
    if let sharpness { sharpnessPoints += sharpness.points(from: end, to: time) }
    if curve.contains(where: { $0.value > 0 }) {
      vibrate(until: time, .full, sharpness == nil ? Event.defaultSharpness : 0)
    }
    end = time
  }

  /// Adds a steady vibration under neutral curves.
  private mutating func rest(until time: Double) {
    let (from, to) = (Duration.rounding(seconds: end), Duration.rounding(seconds: max(time, end)))
    intensityPoints += [ParameterCurve.Point(at: from, 1), ParameterCurve.Point(at: to, 1)]
    if sharpness != nil {
      sharpnessPoints += [ParameterCurve.Point(at: from, 0), ParameterCurve.Point(at: to, 0)]
    }
    guard time > end else { return }
    let level = Intensity(intensity.value(after: end))
    if level > .none {
      vibrate(until: time, level, sharpness.map { Sharpness($0.value(after: end)) } ?? Event.defaultSharpness)
    }
    end = time
  }

  private mutating func vibrate(until time: Double, _ level: Intensity, _ sharp: Sharpness) {
    let start = Duration.rounding(seconds: end)
    let length = Duration.rounding(seconds: time) - start
    if length > .zero {
      events.append(Event(.continuous(duration: length), at: start, intensity: level, sharpness: sharp))
    }
  }

  /// The pattern, including the rest of the clip.
  var pattern: Pattern {
    var whole = self
    whole.bend(until: intensity.end)
    var curves = [ParameterCurve(.intensity, whole.intensityPoints)]
    if sharpness != nil { curves.append(ParameterCurve(.sharpness, whole.sharpnessPoints)) }
    return Pattern(whole.events, curves: curves)
  }
}

/// Straight lines from point to point, constant before and after; two points at the same time are a jump.
private struct Polyline {
  /// At least one point, in order of time.
  let points: [(time: Double, value: Double)]

  var start: Double { points[0].time }
  var end: Double { points[points.count - 1].time }

  /// Returns the value at `time`; at a jump, the value after it.
  func value(after time: Double) -> Double { value(at: time, next: position { $0 > time }) }

  /// Returns the value at `time`; at a jump, the value before it.
  private func value(before time: Double) -> Double { value(at: time, next: position { $0 >= time }) }

  private func value(at time: Double, next: Int) -> Double {
    guard next > 0 else { return points[0].value }
    guard next < points.count else { return points[points.count - 1].value }
    let (left, right) = (points[next - 1], points[next])
    guard right.time > left.time else { return left.value }
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }

  /// Returns the points of the line from one time to a later one, including both ends.
  func points(from: Double, to: Double) -> [ParameterCurve.Point] {
    let inner = points[position { $0 > from }..<max(position { $0 >= to }, position { $0 > from })]
    let line = [(from, value(after: from))] + inner.map { ($0.time, $0.value) } + [(to, value(before: to))]
    return line.map { ParameterCurve.Point(at: .rounding(seconds: $0.0), $0.1) }
  }

  /// Returns the index of the first point whose time satisfies `isBeyond`; the count if there is none.
  private func position(where isBeyond: (Double) -> Bool) -> Int {
    firstPosition(in: points.indices) { isBeyond(points[$0].time) }
  }
}
