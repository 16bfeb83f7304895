internal import Glibc

/// Magnitudes of the spectra of short pieces of a sound, by the fast Fourier transform of Cooley and Tukey (1965).
struct Spectrum {
  /// The number of samples of a piece, a power of two.
  let size: Int
  private let window: [Float]
  private let cosines, sines: [Float]
  private var real, imaginary: [Float]

  init(size: Int) {
    self.size = size
    // Hann's window.
    window = (0..<size).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(size))) }
    cosines = (0..<size / 2).map { Float(cos(2 * Double.pi * Double($0) / Double(size))) }
    sines = (0..<size / 2).map { Float(-sin(2 * Double.pi * Double($0) / Double(size))) }
    real = [Float](repeating: 0, count: size)
    imaginary = real
  }

  /// The magnitudes of the piece that starts at a sample, from 0 Hz to half the rate; a sine of amplitude 1 has 1. Samples
  /// outside the sound are 0.
  mutating func magnitudes(_ samples: [Float], from start: Int) -> [Float] {
    for index in 0..<size {
      let place = start + index
      real[index] = samples.indices.contains(place) ? samples[place] * window[index] : 0
      imaginary[index] = 0
    }
    reverseBits()
    transform()
    let scale = 4 / Float(size)
    return zip(real, imaginary).prefix(size / 2 + 1).map { real, imaginary -> Float in
      (real * real + imaginary * imaginary).squareRoot() * scale
    }
  }

  private mutating func reverseBits() {
    var reversed = 0
    for index in 1..<size {
      var bit = size >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
  }

  private mutating func transform() {
    var length = 2
    while length <= size {
      let (half, step) = (length / 2, size / length)
      for start in stride(from: 0, to: size, by: length) {
        for offset in 0..<half { combine(start + offset, start + offset + half, turn: offset * step) }
      }
      length *= 2
    }
  }

  private mutating func combine(_ low: Int, _ high: Int, turn: Int) {
    let (cosine, sine) = (cosines[turn], sines[turn])
    let (re, im) = (real[high] * cosine - imaginary[high] * sine, real[high] * sine + imaginary[high] * cosine)
    (real[high], imaginary[high]) = (real[low] - re, imaginary[low] - im)
    real[low] += re
    imaginary[low] += im
  }
}
