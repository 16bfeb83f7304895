internal import Glibc

/// The skin's integration over time: what it feels of something short is less than the highest strength, the shorter the
/// less.
///
/// A raised cosine of 30 ms: bursts of up to about 30 ms are felt as one pulse at any frequency (Remache-Vinueza 2025).
/// So a tap of a slow motor, which swings for longer than was meant, needs a lower peak to be felt as strong.
enum Skin {
  /// How far apart samples are, in milliseconds.
  static let grain = 2.0

  /// At multiples of the grain from the middle to either side.
  private static let weights: [Double] = {
    let reach = 7
    let raw = (-reach...reach).map { 1 + cos(Double.pi * Double($0) / Double(reach + 1)) }
    return raw.map { $0 / raw.reduce(0, +) }
  }()

  /// The strongest that is felt of strengths that are sampled every grain, with nothing before and after them.
  static func peak(_ strengths: [Double]) -> Double {
    var peak = 0.0
    for middle in strengths.indices {
      var felt = 0.0
      for (offset, weight) in weights.enumerated() {
        let place = middle + offset - weights.count / 2
        if strengths.indices.contains(place) { felt += strengths[place] * weight }
      }
      peak = max(peak, felt)
    }
    return peak
  }

  /// The part of its strength that is felt of a tap that falls in a straight line for so many milliseconds.
  static func peak(ofTap milliseconds: Double) -> Double {
    peak((0..<Int(milliseconds / grain + 1)).map { max(1 - Double($0) * grain / milliseconds, 0) })
  }
}
