internal import Glibc

// The onset function is the half-wave rectified spectral flux of Dixon, "Onset detection revisited" (DAFx 2006), one of
// those that Bello et al., "A tutorial on onset detection in music signals" (IEEE TSAP 2005), compare: the sum of the
// increases of all magnitudes since the piece before. As in Böck, Krebs and Schedl, "Evaluating the online capabilities of
// onset detection methods" (ISMIR 2012), the magnitudes are those of bands of a part of an octave, so that a tone counts as
// much as noise, and compressed by a logarithm, so that a soft onset beside a loud one counts.

/// The increase of a sound's spectrum over time.
struct SpectralFlux {
  /// The pieces per second, nearly.
  static let perSecond = 200

  /// The flux of each piece, at least 0: the mean increase over all bands.
  private(set) var values: [Float] = []
  /// The centroid of each piece's spectrum in hertz; 0 for silence.
  private(set) var centroids: [Float] = []
  /// The samples from one piece to the next.
  let hop: Int
  /// The rate of the analysed samples.
  let rate: Int

  /// - Parameter sound: a sound of any loudness; its peak counts as 1.
  init(_ sound: Sound) {
    rate = sound.rate
    hop = max(sound.rate / Self.perSecond, 1)
    let peak = sound.peak
    guard peak > 0 else { return }
    var spectrum = Spectrum(size: Self.size(rate: rate))
    let bands = Self.bands(spectrum.size, rate: rate)
    let scale = Self.compression / peak
    var former: [Float]?
    for start in stride(from: 0, to: sound.samples.count, by: hop) {
      // The piece is around the sample, so that its time is that of its centre.
      let magnitudes = spectrum.magnitudes(sound.samples, from: start - spectrum.size / 2)
      let compressed = bands.map { logf(1 + Self.root(magnitudes[$0]) * scale) }
      values.append(former.map { Self.increase(from: $0, to: compressed) } ?? compressed.mean)
      centroids.append(Self.centroid(magnitudes, hertz: Float(rate) / Float(spectrum.size)))
      former = compressed
    }
  }

  func time(_ index: Int) -> Duration { .seconds(1) * (index * hop) / rate }

  /// The power of two that is nearest to 21 ms: short enough for the time of an onset, long enough to tell tones apart.
  private static func size(rate: Int) -> Int {
    var size = 32
    while size * 3 / 2 < rate * 21 / 1000 { size *= 2 }
    return size
  }

  /// The bins of thirds of octaves from 60 Hz on, each with at least one bin.
  private static func bands(_ size: Int, rate: Int) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var (start, edge) = (1, Float(60))
    while start <= size / 2 {
      edge *= 1.26
      let end = min(Int(edge * Float(size) / Float(rate)), size / 2) + 1
      guard end > start else { continue }
      bands.append(start..<end)
      start = end
    }
    return bands
  }

  private static func root(_ magnitudes: ArraySlice<Float>) -> Float {
    magnitudes.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// The factor before the logarithm: magnitudes of a thousandth of the peak begin to count.
  private static let compression: Float = 1000

  private static func increase(from former: [Float], to new: [Float]) -> Float {
    var sum: Float = 0
    for (old, new) in zip(former, new) where new > old { sum += new - old }
    return sum / Float(new.count)
  }

  private static func centroid(_ magnitudes: [Float], hertz: Float) -> Float {
    var (weighted, sum): (Float, Float) = (0, 0)
    for (bin, magnitude) in magnitudes.enumerated() {
      // Powers, so that noise below the tone does not count.
      weighted += magnitude * magnitude * Float(bin)
      sum += magnitude * magnitude
    }
    return sum > 0 ? weighted / sum * hertz : 0
  }
}

extension Collection<Float> {
  /// The mean; 0 without an element.
  var mean: Float { reduce(0, +) / Float(Swift.max(count, 1)) }
}
