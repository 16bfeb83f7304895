internal import Glibc

/// The skin's integration over time: what follows each other faster than this is one sensation.
///
/// A raised cosine of 30 ms in total. Bursts of up to about 30 ms are felt as a single pulse at any frequency from 40 to
/// 590 Hz (Remache-Vinueza 2025); its effective length of 15 ms is of the order of the gaps in a vibration that are just
/// noticed, 10 ms and more (Gescheider 1966; Van Doren, Gescheider, Verrillo 1990). Symmetric, so that it adds no latency.
public enum SkinWindow {
  /// Half of the window, in milliseconds.
  public static let reach = 15

  static let weights: [Double] = {
    let raw = (-reach...reach).map { 1 + cos(Double.pi * Double($0) / Double(reach)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()

  /// `samples`, one per millisecond, as the skin integrates them; before the first and after the last there is nothing.
  public static func integrated(_ samples: [Double]) -> [Double] {
    samples.indices.map { index in
      let (low, high) = (max(index - reach, 0), min(index + reach, samples.count - 1))
      var sum = 0.0
      for place in low...high { sum += samples[place] * weights[place - index + reach] }
      return sum
    }
  }
}
