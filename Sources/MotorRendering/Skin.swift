internal import Glibc

/// The skin's integration over time: what it feels of something short is less than the highest strength, the shorter the
/// less.
///
/// A raised cosine of 30 ms: bursts of up to about 30 ms are felt as one pulse at any frequency (Remache-Vinueza 2025).
/// So a tap of a slow motor, which swings for longer than was meant, needs a lower peak to be felt as strong.
enum Skin {
  /// How far apart samples are, in milliseconds.
  static let grain = 2.0
  /// How many samples to either side of a moment are felt in it.
  static let reach = 7
  /// How many samples in a row make a moment in which nothing is felt, if they are all 0.
  static let span = 15

  /// At multiples of the grain from the middle to either side.
  static let weights: [Double] = {
    let raw = (-reach...reach).map { 1 + cos(Double.pi * Double($0) / Double(reach + 1)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()

  /// What is felt of strengths that are sampled every grain, with nothing before and after them.
  static func felt(_ strengths: [Double]) -> [Double] {
    strengths.indices.map { middle in
      var felt = 0.0
      for place in max(middle - reach, 0)...min(middle + reach, strengths.count - 1) {
        felt += strengths[place] * weights[place - middle + reach]
      }
      return felt
    }
  }

  /// How deep the valley between two pulses is felt, as a part of the weaker one: 0 is silence, 1 no valley. The second
  /// begins at the sample `middle`.
  static func valley(_ strengths: [Double], between middle: Int) -> Double {
    let felt = felt(strengths)
    guard let first = felt[..<middle].indices.max(by: { felt[$0] < felt[$1] }),
      let second = felt[middle...].indices.max(by: { felt[$0] < felt[$1] })
    else { return 1 }
    let weaker = min(felt[first], felt[second])
    return weaker > 0 ? (felt[first...second].min() ?? 0) / weaker : 1
  }

  /// The part of its strength that is felt of a tap that falls in a straight line for so many milliseconds.
  static func peak(ofTap milliseconds: Double) -> Double {
    var glance = Glance(count: Int(milliseconds / grain + 1))
    return glance.peak(near: 0) { max(1 - Double($0) * grain / milliseconds, 0) }
  }
}
