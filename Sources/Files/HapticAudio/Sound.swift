/// A sound with one channel, as far as an analysis needs it.
package struct Sound: Hashable, Sendable {
  /// The amplitudes, -1...1.
  package let samples: [Float]
  /// The samples per second, in `rates`.
  package let rate: Int

  /// The sample rates that are analysed. Of a file with a higher rate, means of samples are taken.
  package static let rates = 1_000...48_000
  /// The longest sound that is analysed.
  package static let longest = Duration.seconds(600)

  /// Creates a sound.
  ///
  /// - Parameters:
  ///   - samples: amplitudes; not-a-number becomes 0, and values outside -1...1 are clamped.
  ///   - rate: the samples per second, clamped to `rates`.
  package init(_ samples: [Float], rate: Int) {
    // Not-a-number fails both comparisons.
    self.samples = samples.map { $0 > -1 ? min($0, 1) : $0 <= -1 ? -1 : 0 }
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }

  package var duration: Duration { .seconds(1) * samples.count / rate }

  /// The largest amplitude; 0 for silence.
  var peak: Float { samples.reduce(0) { max($0, $1.magnitude) } }

  /// The lowest and the highest amplitude in each of `count` equal parts, for a drawing.
  ///
  /// - Parameter count: the number of parts; fewer than 1 give none. A part without a sample is 0...0.
  package func peaks(_ count: Int) -> [ClosedRange<Float>] {
    (0..<max(count, 0)).map { part in
      let range = samples.count * part / count..<samples.count * (part + 1) / count
      guard let first = samples[range].first else { return 0...0 }
      let (low, high) = samples[range].reduce((first, first)) { (min($0.0, $1), max($0.1, $1)) }
      return low...high
    }
  }
}
