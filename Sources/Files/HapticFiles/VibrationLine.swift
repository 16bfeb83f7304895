internal import HapticPatterns
internal import TextDiagnostics

/// The vibrations of a pattern as straight lines of intensity and sharpness.
struct VibrationLine {
  struct Sample {
    let time: Duration
    let intensity: Double
    /// Nil while nothing vibrates.
    let sharpness: Double?
  }

  private let score: Score
  private let bends: [Duration]
  /// Whether all sharpness so far is the default.
  private(set) var isDefault = true

  /// - Parameter vibrations: a pattern without taps.
  init(_ vibrations: Pattern, until end: Duration) {
    score = Score(vibrations)
    bends = vibrations.bends(before: end).map(\.inNanoseconds)
  }

  func intensity(at moment: Duration) -> Double { score.strength(at: moment).intensity.rawValue.inMillionths }

  /// The samples of the time from `start` to `end`: at each bend, and between bends where the line is curved.
  mutating func samples(from start: Duration, to end: Duration) -> [Sample] {
    guard end > start else { return [] }
    // Bisection, because a pattern may have thousands of taps.
    let first = firstPosition(in: bends.indices) { bends[$0] > start }
    let inner = bends[first..<max(first, firstPosition(in: bends.indices) { bends[$0] >= end })]
    let moments = [start] + inner + [end]
    var samples: [Sample] = []
    for (left, right) in zip(moments, moments.dropFirst()) {
      let (before, after) = (sample(left, at: left), sample(before: right, from: left))
      samples.append(before)
      bisect(before, after, &samples)
      samples.append(after)
    }
    return samples
  }

  /// The largest difference between the line and the vibration, below a noticeable one.
  private static let tolerance = 0.004
  private static let shortest = Duration.milliseconds(4)

  private mutating func bisect(_ left: Sample, _ right: Sample, _ samples: inout [Sample]) {
    guard right.time - left.time >= Self.shortest * 2 else { return }
    let middle = left.time + ((right.time - left.time) / 2).inNanoseconds
    let sample = sample(middle, at: middle)
    // A bend of the strongest of two events may be anywhere, so that one point is not enough.
    let isStraight = [0.25, 0.5, 0.75].allSatisfy { share in
      let now = score.strength(at: left.time + (right.time - left.time) * share)
      func isNear(_ from: Double, _ to: Double, _ value: Double) -> Bool {
        abs(from + (to - from) * share - value) <= Self.tolerance
      }
      return isNear(left.intensity, right.intensity, now.intensity.rawValue)
        && (now.intensity == .none
          || isNear(
            left.sharpness ?? right.sharpness ?? 0, right.sharpness ?? left.sharpness ?? 0, now.sharpness.rawValue))
    }
    if isStraight { return }
    bisect(left, sample, &samples)
    samples.append(sample)
    bisect(sample, right, &samples)
  }

  /// Returns the sample that the line reaches at `time`, before a jump there: that of the last two nanoseconds, continued,
  /// because a slope may be steep.
  private mutating func sample(before time: Duration, from start: Duration) -> Sample {
    let last = score.strength(at: time - .nanoseconds(1))
    guard time - start > .nanoseconds(2), last.intensity > .none else {
      return sample(time, at: time - .nanoseconds(1))
    }
    let former = score.strength(at: time - .nanoseconds(2))
    let intensity = Intensity(2 * last.intensity.rawValue - former.intensity.rawValue)
    let sharpness = Sharpness(2 * last.sharpness.rawValue - former.sharpness.rawValue)
    return sample(time, intensity, sharpness)
  }

  private mutating func sample(_ time: Duration, at moment: Duration) -> Sample {
    let strength = score.strength(at: moment)
    // A rise from silence has its sharpness from the start, where the intensity is 0.
    let rising = strength.intensity > .none ? strength : score.strength(at: moment + .nanoseconds(1))
    guard rising.intensity > .none else { return Sample(time: time, intensity: 0, sharpness: nil) }
    return sample(time, strength.intensity, rising.sharpness)
  }

  private mutating func sample(_ time: Duration, _ intensity: Intensity, _ sharpness: Sharpness) -> Sample {
    let sharp = sharpness.rawValue.inMillionths
    if sharp != Event.defaultSharpness.rawValue { isDefault = false }
    return Sample(time: time, intensity: intensity.rawValue.inMillionths, sharpness: sharp)
  }
}
