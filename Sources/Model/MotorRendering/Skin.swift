internal import Glibc

/// The skin's integration over time: a short stimulus feels weaker than its highest strength, the shorter the weaker.
///
/// The window is a raised cosine of `Constants.burst` milliseconds. A tap of a slow motor lasts longer than intended, so
/// that it needs a lower peak for the same felt strength.
public enum Skin {
  /// The interval between samples, in milliseconds.
  static let grain = 2.0
  /// The number of samples on either side that contribute to the felt strength of a moment.
  static var reach: Int { Int(Constants.burst / 2 / grain) }
  /// The number of consecutive samples of 0 that make the middle one a felt silence.
  static var span: Int { 2 * reach + 1 }

  /// The weights of the samples around a moment, one every grain.
  static let weights = weights(every: grain)

  private static func weights(every milliseconds: Double) -> [Double] {
    let reach = Int(Constants.burst / 2 / milliseconds)
    let raw = (-reach...reach).map { 1 + cos(Double.pi * Double($0) / Double(reach + 1)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }

  /// The time on either side of a moment that contributes to its felt strength.
  public static let radius = Duration(roundingMilliseconds: Constants.burst / 2)

  /// Returns the felt strengths for strengths that are sampled every `interval`, with zeros before and after them.
  public static func felt(_ strengths: [Double], every interval: Duration) -> [Double] {
    felt(strengths, weights(every: interval.inMilliseconds))
  }

  /// Without weights, the samples are one grain apart.
  static func felt(_ strengths: [Double], _ weights: [Double] = weights) -> [Double] {
    let reach = weights.count / 2
    return strengths.indices.map { middle in
      var felt = 0.0
      for place in max(middle - reach, 0)...min(middle + reach, strengths.count - 1) {
        felt += strengths[place] * weights[place - middle + reach]
      }
      return felt
    }
  }

  /// Returns the felt strength of the valley between two pulses as a fraction of the weaker one: 0 is silence, 1 no
  /// valley. The second pulse begins at the sample `middle`.
  static func valley(_ strengths: [Double], between middle: Int) -> Double {
    let felt = felt(strengths)
    guard let first = felt[..<middle].indices.max(by: { felt[$0] < felt[$1] }),
      let second = felt[middle...].indices.max(by: { felt[$0] < felt[$1] })
    else { return 1 }
    let weaker = min(felt[first], felt[second])
    return weaker > 0 ? (felt[first...second].min() ?? 0) / weaker : 1
  }

  /// Returns the felt fraction of the strength of a tap that falls in a straight line within the given milliseconds.
  static func peak(ofTap milliseconds: Double) -> Double {
    var scan = PeakScan(count: Int(milliseconds / grain + 1))
    return scan.peak(near: 0) { max(1 - Double($0) * grain / milliseconds, 0) }
  }
}
