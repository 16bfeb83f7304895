import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import HapticAudio

@Suite struct OnsetTests {
  @Test func `the strokes of sounds are found at their times`() {
    var (found, meant, wrong, distances) = (0, 0, 0, [Double]())
    for generated in TestExtent.all(GeneratedSound.all, quick: Array(GeneratedSound.all.prefix(6))) {
      let onsets = generated.sound.onsets().map { $0.time / .seconds(1) }
      let matched = generated.onsets.compactMap { time in onsets.map { $0 - time }.min { abs($0) < abs($1) } }
        .filter { abs($0) <= 0.03 }
      found += matched.count
      meant += generated.onsets.count
      wrong += onsets.count - matched.count
      distances += matched
    }
    #expect(Double(found) >= 0.95 * Double(meant), "\(found) of \(meant)")
    #expect(Double(wrong) <= 0.05 * Double(meant), "\(wrong) others")
    #expect(distances.allSatisfy { abs($0) <= 0.015 }, "\(distances.map { abs($0) }.max() ?? 0)")
  }

  @Test func `a higher sensitivity finds more, and the rate limits them`() {
    let sound = GeneratedSound.strokesOverHum(9).sound
    var options = SoundOptions()
    let counts = [0, 0.5, 1].map { sensitivity in
      options.sensitivity = sensitivity
      return sound.onsets(options).count
    }
    #expect(counts == counts.sorted() && counts[0] < counts[2], "\(counts)")
    options.mostPerSecond = 1
    let few = sound.onsets(options)
    #expect(few.count <= 4 && zip(few, few.dropFirst()).allSatisfy { $1.time - $0.time >= .seconds(1) })
  }

  /// Samples, with a name: a log would have each of them.
  enum Samples: CaseIterable {
    case none, one, silence, noNumbers, infinities, short, faint

    var values: [Float] {
      switch self {
      case .none: []
      case .one: [0]
      case .silence: [Float](repeating: 0, count: 44_100)
      case .noNumbers: [Float](repeating: .nan, count: 5000)
      case .infinities: [.infinity, -.infinity, .nan]
      case .short: [Float](repeating: 1, count: 3)
      case .faint: [Float](repeating: 1e-30, count: 9000)
      }
    }
  }

  @Test(arguments: Samples.allCases)
  func `silent and invalid samples have no onsets that are felt`(kind: Samples) {
    let samples = kind.values
    let sound = Sound(samples, rate: 44_100)
    #expect(sound.samples.allSatisfy { (-1...1).contains($0) })
    let pattern = sound.pattern()
    #expect(pattern.events.allSatisfy { $0.time <= sound.duration && $0.intensity.rawValue.isFinite })
    if !samples.contains(where: { $0.magnitude >= 1 }) { #expect(pattern.events.isEmpty) }
  }

  @Test(arguments: [1, 1000, 8000, 192_000, Int.max]) func `any rate is analysed`(rate: Int) {
    let sound = Sound((0..<20_000).map { sin(Float($0)) }, rate: rate)
    #expect(sound.pattern().events.count < 1000)
  }

  @Test(.enabled(if: TestExtent.isFull, "half a minute in a debug build: make check-all"))
  func `the pattern of the longest and densest sound is within the limits of files`() {
    var noise = SplitMix64(seed: 3)
    // Bursts of noise, 25 a second.
    let samples = (0..<600_000).map { $0 % 40 < 15 ? Float.random(in: -1...1, using: &noise) : 0 }
    var options = SoundOptions()
    (options.sensitivity, options.mostPerSecond) = (1, 50)
    let dense = Sound(samples, rate: 1000).pattern(options)
    let waves = samples.indices.map { index -> Float in (index % 40 < 20 ? 1 : 0.3) * (index % 2 == 0 ? 1 : -1) }
    let tremolo = Sound(waves, rate: 1000).pattern(options)
    for pattern in [dense, tremolo] {
      #expect(pattern.events.count > 100 && pattern.events.count <= 16_384, "\(pattern.events.count)")
      let points = pattern.curves.reduce(0) { $0 + $1.points.count }
      #expect(points <= 32_768, "\(points)")
    }
  }

  @Test func `peaks are the extremes of equal parts`() {
    let sound = Sound([0, 0.5, -0.5, 1, -1, 0.25], rate: 1000)
    #expect(sound.peaks(3) == [0...0.5, -0.5...1, -1...0.25])
    #expect(sound.peaks(0).isEmpty && sound.peaks(-1).isEmpty && Sound([], rate: 1000).peaks(2) == [0...0, 0...0])
    #expect(sound.peaks(100).count == 100)
  }

  @Test func `the fast transform is the slow one`() {
    var spectrum = Spectrum(size: 64)
    let samples = (0..<64).map { Float(cos(2 * Double.pi * 5 * Double($0) / 64)) }
    let magnitudes = spectrum.magnitudes(samples, from: 0)
    #expect(abs(magnitudes[5] - 1) < 1e-4 && magnitudes[20] < 1e-4)
    let slow = (0...32).map { bin in
      let sum = (0..<64).reduce((0.0, 0.0)) { sum, index in
        let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / 64)
        let angle = 2 * Double.pi * Double(bin * index) / 64
        return (
          sum.0 + Double(samples[index]) * window * cos(angle), sum.1 - Double(samples[index]) * window * sin(angle)
        )
      }
      return Float((sum.0 * sum.0 + sum.1 * sum.1).squareRoot() * 4 / 64)
    }
    #expect(zip(magnitudes, slow).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func `a simplified row keeps its values within the tolerance`() {
    let values = (0..<5000).map { index -> Double in sin(Double(index) / 70) * Double(index % 977) / 977 }
    let points = Polyline.points(values, tolerance: 0.05)
    #expect(points.count < 2500 && points.first?.index == 0 && points.last?.index == 4999)
    for (low, high) in zip(points, points.dropFirst()) {
      for index in low.index...high.index {
        let part = Double(index - low.index) / Double(high.index - low.index)
        #expect(abs(low.value + (high.value - low.value) * part - values[index]) <= 0.05 + 1e-9)
      }
    }
  }
}
