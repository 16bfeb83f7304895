package import HapticPatterns

// A motor makes one thing at a time felt: a tap inside a vibration is lost in it. So the sound is divided:
//
//   sound      |\___________      |\_|\_|\_        ~~~~~~~~~~
//   pattern    tap, vibration     taps              vibration with a curve
//                    └ ends before the next tap
//
// The naive way, one vibration that follows the envelope, leaves the onsets to the motor's rise.

extension Sound {
  /// The pattern that lets the sound be felt: a tap for each onset, and a vibration for each loud part that lasts.
  ///
  /// - Returns: a pattern without events for silence.
  package func pattern(_ options: SoundOptions = SoundOptions()) -> Pattern {
    SoundComposer(self, options).pattern
  }
}

private struct SoundComposer {
  private let onsets: [Onset]
  private let flux: SpectralFlux
  private let envelope: LoudnessEnvelope
  private let options: SoundOptions

  init(_ sound: Sound, _ options: SoundOptions) {
    flux = SpectralFlux(sound)
    envelope = LoudnessEnvelope(sound)
    onsets = OnsetSearch(flux: flux, envelope: envelope, options: options).onsets
    self.options = options
  }

  var pattern: Pattern {
    let taps = onsets.map {
      Event(
        .transient, at: $0.time, intensity: Intensity($0.strength.inThousandths),
        sharpness: Sharpness($0.sharpness.inThousandths))
    }
    guard options.vibrates else { return Pattern(taps) }
    let parts = loudParts.flatMap(pieces).filter { $0.count >= Self.shortest }
    return Pattern(taps + parts.map(vibration), curves: curves(of: parts))
  }

  /// The intensities over the vibrations, simplified as much as necessary: files and the daemon have limited points.
  private func curves(of parts: [Range<Int>]) -> [ParameterCurve] {
    var tolerance = Self.tolerance
    while true {
      let curves = parts.map { curve($0, tolerance) }
      if tolerance > 1 || curves.reduce(0, { $0 + $1.points.count }) <= Self.mostPoints { return curves }
      tolerance *= 1.5
    }
  }

  private static let tolerance = 0.04
  /// Fewer than the 32,768 of hapticd-patterns(7), because AHAP repeats points where long curves are split.
  private static let mostPoints = 30_000

  // MARK: Parts

  /// The level from which a part vibrates, and that at which it ends.
  private static let (begin, end): (Float, Float) = (0.12, 0.06)
  /// The shortest vibration in milliseconds: a shorter part is its tap.
  private static let shortest = 60
  /// The milliseconds from an onset to the vibration after it, and from a vibration to the next onset: a motor falls in
  /// them, so that the tap is felt.
  private static let (afterTap, beforeTap) = (15, 30)

  /// The milliseconds in which the sound is loud.
  private var loudParts: [Range<Int>] {
    var parts: [Range<Int>] = []
    var start: Int?
    for (moment, level) in envelope.held.enumerated() {
      if start == nil, level >= Self.begin { start = moment }
      if let first = start, level < Self.end {
        parts.append(first..<moment)
        start = nil
      }
    }
    if let start { parts.append(start..<envelope.held.count) }
    return parts
  }

  /// The part without the times around onsets, and without the fall of the meter after the sound.
  private func pieces(of part: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = part.lowerBound
    for onset in onsets {
      let moment = Int(onset.time / .milliseconds(1))
      guard part.contains(moment) || part.contains(moment + Self.afterTap) else { continue }
      if moment - Self.beforeTap > start { pieces.append(start..<moment - Self.beforeTap) }
      start = max(start, moment + Self.afterTap)
    }
    if start < part.upperBound { pieces.append(start..<part.upperBound) }
    return pieces.compactMap(sounding)
  }

  /// The part of a piece until the level itself has fallen; nil if it is shorter than the meter's release.
  private func sounding(_ piece: Range<Int>) -> Range<Int>? {
    guard let last = piece.last(where: { envelope.levels[$0] >= Self.begin }) else { return nil }
    return piece.lowerBound..<last + 1
  }

  // MARK: Vibrations

  private func vibration(_ part: Range<Int>) -> Event {
    let pieces = part.map { flux.centroids[min($0 * flux.rate / flux.hop / 1000, flux.centroids.count - 1)] }
    return Event(
      .continuous(duration: .milliseconds(part.count)), at: .milliseconds(part.lowerBound), intensity: .full,
      sharpness: Sharpness(OnsetSearch.sharpness(hertz: pieces.mean).inThousandths))
  }

  /// The intensity over a vibration. It begins and ends at 1, so that taps are not scaled.
  private func curve(_ part: Range<Int>, _ tolerance: Double) -> ParameterCurve {
    let strengths = part.map { min(LoudnessEnvelope.strength(envelope.held[$0]) * options.gain, 1) }
    let (first, last) = ((index: 0, value: 1.0), (index: part.count, value: 1.0))
    let points = [first] + Polyline.points(strengths, tolerance: tolerance) + [last]
    return ParameterCurve(
      .intensity, at: .milliseconds(part.lowerBound),
      points.map { .init(at: .milliseconds($0.index), $0.value.inThousandths) })
  }
}

extension Double {
  /// Finer than can be felt, and short in a file.
  fileprivate var inThousandths: Double { (self * 1000).rounded() / 1000 }
}

enum Polyline {
  /// The points of the row that keep it within a tolerance, by Douglas and Peucker (1973), with its first and last.
  static func points(_ values: [Double], tolerance: Double) -> [(index: Int, value: Double)] {
    guard values.count > 1 else { return values.map { (0, $0) } }
    var isKept = [Bool](repeating: false, count: values.count)
    isKept[0] = true
    isKept[values.count - 1] = true
    // Blocks, because the time grows with the square of the length in the worst case; a stack in place of a recursion.
    var ranges = stride(from: 0, to: values.count - 1, by: block).map { ($0, min($0 + block, values.count - 1)) }
    for (low, _) in ranges { isKept[low] = true }
    while let (low, high) = ranges.popLast() {
      guard high - low > 1, let far = farthest(values, low, high), far.distance > tolerance else { continue }
      isKept[far.index] = true
      ranges += [(low, far.index), (far.index, high)]
    }
    return values.indices.filter { isKept[$0] }.map { ($0, values[$0]) }
  }

  private static let block = 2000

  private static func farthest(_ values: [Double], _ low: Int, _ high: Int) -> (index: Int, distance: Double)? {
    let slope = (values[high] - values[low]) / Double(high - low)
    var result: (index: Int, distance: Double)?
    for index in low + 1..<high {
      let distance = (values[index] - values[low] - slope * Double(index - low)).magnitude
      if distance > result?.distance ?? -1 { result = (index, distance) }
    }
    return result
  }
}
