internal import HapticPatterns
internal import TextDiagnostics

// The reverse of `HapticClip.pattern`: the vibrations become lines of amplitude and frequency, the taps emphases. During a
// tap the amplitude is level, and not above the tap, as the format requires.
//
//     vibration  ███▇▆▅▃▂
//     tap           ◣
//     amplitude  ──╲___╱╲      jumps at the start and the end of the tap

/// Writes a pattern as a clip of Meta and Lofelt.
struct ClipWriter {
  /// A point of the amplitude, in units of felt intensity; with the tap that starts there.
  struct Point: Equatable {
    let time: Duration
    let intensity: Double
    var tap: Tap?
  }

  struct Tap: Equatable {
    let start: Duration
    var end: Duration
    let intensity, sharpness: Double
  }

  private(set) var points: [Point] = []
  /// The sharpness over time; empty if it is the default everywhere.
  private(set) var sharpness: [(time: Duration, value: Double)] = []
  /// The number of taps at the time of a stronger one.
  private var coveredTaps = 0
  private let metadata: [String: String]
  /// The values of `metadata` that are JSON other than text, by key.
  private let jsonMetadata: [String: String]

  init(_ pattern: Pattern, metadata: [String: String], json: [String: String]) {
    (self.metadata, jsonMetadata) = (metadata, json)
    let whole = pattern.endingByItself
    let taps = taps(of: Score(whole))
    let end = max(whole.duration, taps.last?.end ?? .zero)
    var line = VibrationLine(whole.vibrations, until: end)
    var position = Duration.zero
    for tap in taps {
      add(line.samples(from: position, to: tap.start))
      let level = min(line.intensity(at: tap.start), tap.intensity)
      points.append(Point(time: tap.start, intensity: level, tap: tap))
      if tap.end > tap.start { points.append(Point(time: tap.end, intensity: level)) }
      position = tap.end
    }
    add(line.samples(from: position, to: end))
    if line.isDefault { sharpness = [] }
  }

  /// Whether an intensity is not 0.
  var isFelt: Bool {
    points.contains { $0.intensity > 0 || $0.tap != nil } && points.last.map { $0.time > .zero } ?? false
  }

  /// The time of the last point.
  var end: Duration { points.last?.time ?? .zero }

  /// Whether it may have more points and taps than a file may have.
  var isLong: Bool { points.count + sharpness.count > FileLimits.standard.maximumPoints / 8 }

  var losses: [String] { coveredTaps > 0 ? ["\(counted(coveredTaps, "tap")) at the time of a stronger one"] : [] }

  /// Returns the felt taps in order of time, the strongest of those at the same time.
  private mutating func taps(of score: Score) -> [Tap] {
    var taps: [Tap] = []
    for position in score.taps {
      let event = score.pattern.events[position]
      let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue.inMillionths
      // Rounded first, because the reader computes the length from the written sharpness.
      let sharp = Sharpness(score.effectiveSharpness(of: event, at: event.time).rawValue.inMillionths)
      guard intensity > 0 else { continue }
      let end = event.time + Event.transientDuration(sharp).inNanoseconds
      let tap = Tap(start: event.time, end: end, intensity: intensity, sharpness: sharp.rawValue)
      if let last = taps.last, last.start == tap.start {
        coveredTaps += 1
        if tap.intensity > last.intensity { taps[taps.count - 1] = tap }
      } else {
        taps.append(tap)
      }
    }
    for index in taps.indices.dropLast() { taps[index].end = min(taps[index].end, taps[index + 1].start) }
    return taps
  }

  private mutating func add(_ samples: [VibrationLine.Sample]) {
    for sample in samples {
      let point = Point(time: sample.time, intensity: sample.intensity)
      if points.last != point { points.append(point) }
      if let value = sample.sharpness, sharpness.last.map({ $0 != (sample.time, value) }) ?? true {
        sharpness.append((sample.time, value))
      }
    }
  }

  // MARK: Text

  /// The keys of the metadata that the format has.
  private static let knownKeys = ["author", "description", "editor", "project", "source", "tags"]

  /// The keys of the author's metadata that the format does not have.
  var lostMetadata: [String] { metadata.keys.filter { !Self.knownKeys.contains($0.lowercased()) }.sorted() }

  var text: String {
    let said = metadata.filter { Self.knownKeys.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key.lowercased())): \(jsonMetadata[$0.key] ?? JSONText.quoted($0.value))" }
    let frequency = sharpness.map { point in
      #"{ "time": \#(JSONText.seconds(point.time)), "frequency": \#(JSONText.number(point.value * point.value)) }"#
    }
    return """
      {
        "version": { "major": 1, "minor": 0, "patch": 0 },
        "metadata": {\(JSONText.lines(said, indentation: 4))},
        "signals": { "continuous": { "envelopes": {
          "amplitude": [\(JSONText.lines(points.map(Self.line), indentation: 6))],
          "frequency": [\(JSONText.lines(frequency, indentation: 6))]
        } } }
      }

      """
  }

  private static func line(_ point: Point) -> String {
    let amplitude = point.intensity * point.intensity
    let emphasis = point.tap.map { tap in
      let (amplitude, frequency) = (tap.intensity * tap.intensity, tap.sharpness)
      return
        #", "emphasis": { "amplitude": \#(JSONText.number(amplitude)), "frequency": \#(JSONText.number(frequency)) }"#
    }
    return
      #"{ "time": \#(JSONText.seconds(point.time)), "amplitude": \#(JSONText.number(amplitude))\#(emphasis ?? "") }"#
  }
}

extension Double {
  /// The value rounded to six decimal digits, finer than any reader uses, so that a text that is read and written again
  /// stays the same.
  var inMillionths: Double { (self * 1_000_000).rounded() / 1_000_000 }
}
