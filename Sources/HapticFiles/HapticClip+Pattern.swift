internal import AHAP
internal import HapticPatterns

// A clip's amplitude becomes vibrations of full intensity that a curve bends, its frequency a curve of sharpness, its
// emphases taps. A pattern's curves bend its taps as well, and a tap may be stronger than the amplitude it stands on.
// So the clip is cut at its taps: while one is felt, the vibration keeps the value it has there, as its own intensity,
// and the curves rest at what changes nothing.
//
//     curve      ╲___╱▔▔╲  ▔▔▔▔  ╱╲___         at 1 from the tap's start to its end
//     vibration  ███████████▄▄▄▄██████         steady during the tap, which is in front of it anyway
//     tap                   ◣
//
// Meta's own converter to AHAP leaves that to two files that are played at once.

extension HapticClip {
  /// Meta's converter takes the square root of amplitudes and of the envelope's frequencies, because Core Haptics'
  /// intensity is not linear; the frequency of an emphasis it leaves alone. Done likewise, a clip feels like the AHAP
  /// that its author's program exports.
  static func intensity(ofAmplitude amplitude: Double) -> Double { amplitude.squareRoot() }
  static func sharpness(ofFrequency frequency: Double) -> Double { frequency.squareRoot() }

  /// The clip as a pattern. `frequency` may be empty; its sharpness is then the default one, as the specification says.
  var pattern: Pattern {
    var pieces = Pieces(
      intensity: Polyline(amplitude.map { ($0.time, Self.intensity(ofAmplitude: $0.value)) }),
      sharpness: frequency.isEmpty ? nil : Polyline(frequency.map { ($0.time, Self.sharpness(ofFrequency: $0.value)) }))
    for (index, tap) in taps.enumerated() {
      let next = index + 1 < taps.count ? taps[index + 1].time : .infinity
      pieces.tap(
        at: tap.time, intensity: Intensity(Self.intensity(ofAmplitude: tap.amplitude)),
        sharpness: Sharpness(tap.frequency), before: next)
    }
    return pieces.pattern
  }
}

/// Vibrations and curves, piece by piece.
private struct Pieces {
  private let intensity: Polyline
  private let sharpness: Polyline?
  private var events: [Event] = []
  private var intensityPoints: [ParameterCurve.Point] = []
  private var sharpnessPoints: [ParameterCurve.Point] = []
  /// Up to where there are pieces, in seconds.
  private var end: Double

  init(intensity: Polyline, sharpness: Polyline?) {
    self.intensity = intensity
    self.sharpness = sharpness
    end = intensity.start
  }

  /// The vibration up to a tap, the tap, and the steady vibration below it.
  mutating func tap(at time: Double, intensity level: Intensity, sharpness sharp: Sharpness, before next: Double) {
    bend(until: time)
    events.append(Event(.transient, at: .rounding(seconds: time), intensity: level, sharpness: sharp))
    rest(until: min(time + Event.transientDuration(sharp).inSeconds, next, intensity.end))
  }

  /// A vibration that follows the curves.
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

  /// A vibration that stays as it is, under curves that change nothing.
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

  /// Ends the clip.
  var pattern: Pattern {
    var whole = self
    whole.bend(until: intensity.end)
    var curves = [ParameterCurve(.intensity, whole.intensityPoints)]
    if sharpness != nil { curves.append(ParameterCurve(.sharpness, whole.sharpnessPoints)) }
    return Pattern(whole.events, curves: curves)
  }
}

/// Straight lines from point to point, flat before and after; points of the same time are a jump.
private struct Polyline {
  private let points: [(time: Double, value: Double)]

  /// At least one point, in order of time.
  init(_ points: [(Double, Double)]) { self.points = points }

  var start: Double { points[0].time }
  var end: Double { points[points.count - 1].time }

  /// The value at `time`, at a jump the one after it.
  func value(after time: Double) -> Double { value(at: time, next: position { $0 > time }) }

  /// At a jump the value before it.
  private func value(before time: Double) -> Double { value(at: time, next: position { $0 >= time }) }

  private func value(at time: Double, next: Int) -> Double {
    guard next > 0 else { return points[0].value }
    guard next < points.count else { return points[points.count - 1].value }
    let (left, right) = (points[next - 1], points[next])
    guard right.time > left.time else { return left.value }
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }

  /// The line from one time to a later one, with its ends.
  func points(from: Double, to: Double) -> [ParameterCurve.Point] {
    let inner = points[position { $0 > from }..<max(position { $0 >= to }, position { $0 > from })]
    let line = [(from, value(after: from))] + inner.map { ($0.time, $0.value) } + [(to, value(before: to))]
    return line.map { ParameterCurve.Point(at: .rounding(seconds: $0.0), $0.1) }
  }

  /// The first point whose time is beyond something, by bisection; the count where none is.
  private func position(where isBeyond: (Double) -> Bool) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(points[middle].time) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
