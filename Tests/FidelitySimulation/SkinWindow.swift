internal import Glibc

/// The skin's integration over time: events within the window are one sensation.
///
/// The window is a raised cosine of 30 ms in total. Bursts of up to about 30 ms are felt as a single pulse at any
/// frequency from 40 to 590 Hz (Remache-Vinueza 2025). Its effective length of 15 ms is similar to the just noticeable
/// gaps in a vibration, 10 ms and more (Gescheider 1966; Van Doren, Gescheider, Verrillo 1990). It is symmetric, so
/// that it adds no latency.
package enum SkinWindow {
  /// Half of the window, in milliseconds.
  package static let reach = 15

  static let weights: [Double] = {
    let raw = (-reach...reach).map { 1 + cos(Double.pi * Double($0) / Double(reach)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()

  /// Returns `samples`, one per millisecond, after the skin's integration; samples before the first and after the last
  /// are 0.
  package static func integrated(_ samples: [Double]) -> [Double] {
    samples.indices.map { index in
      let (low, high) = (max(index - reach, 0), min(index + reach, samples.count - 1))
      var sum = 0.0
      for place in low...high { sum += samples[place] * weights[place - index + reach] }
      return sum
    }
  }
}
