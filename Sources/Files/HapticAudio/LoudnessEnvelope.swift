internal import Glibc

/// The loudness of a sound over time: its level in pieces of a millisecond, which rises at once and falls slowly, as a peak
/// meter's.
struct LoudnessEnvelope {
  /// The root mean square of each millisecond, as a share of the loudest one; empty for silence.
  let levels: [Float]
  /// The same, held by the release.
  let held: [Float]

  /// The time in which the held level falls to 37 %.
  static let release: Float = 40

  init(_ sound: Sound) {
    let count = Int((sound.duration / .milliseconds(1)).rounded(.up))
    func place(_ moment: Int) -> Int { min(sound.rate * moment / 1000, sound.samples.count) }
    let squares = (0..<count).map { part in sound.samples[place(part)..<place(part + 1)].lazy.map { $0 * $0 }.mean }
    // Over nine milliseconds, so that the waves of a low tone are no envelope.
    let levels = Self.smoothed(squares, reach: 4).map { $0.squareRoot() }
    let peak = levels.max() ?? 0
    guard peak > Self.silence else {
      (self.levels, held) = ([], [])
      return
    }
    self.levels = levels.map { $0 / peak }
    let decay = expf(-1 / Self.release)
    var level: Float = 0
    held = self.levels.map { value in
      level = max(value, level * decay)
      return level
    }
  }

  /// The level below which a sound is silent: half a step of 16 bits.
  private static let silence: Float = 0.5 / 32768

  private static func smoothed(_ values: [Float], reach: Int) -> [Float] {
    // In double precision, because the differences of long sums are small.
    var sum = 0.0
    var exact: [Double] = [0]
    exact.reserveCapacity(values.count + 1)
    for value in values {
      sum += Double(value)
      exact.append(sum)
    }
    return values.indices.map { index in
      let (low, high) = (max(index - reach, 0), min(index + reach + 1, values.count))
      return Float((exact[high] - exact[low]) / Double(high - low))
    }
  }

  /// The felt strength of a level, by the exponent of hapticd-patterns(7): half the amplitude feels like 64 %.
  static func strength(_ level: Float) -> Double { pow(Double(max(level, 0)), 0.65) }

  /// The highest level in these milliseconds.
  func peak(from start: Int, to end: Int) -> Float {
    let (low, high) = (max(start, 0), min(end, levels.count))
    return low < high ? levels[low..<high].max() ?? 0 : 0
  }
}
