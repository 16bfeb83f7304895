import Foundation
import HapticAudio
import HapticPatterns
import TestSupport

/// Sounds from a seed, each with the events that a listener hears.
struct GeneratedSound {
  let name: String
  let sound: Sound
  /// The pattern of the heard events: taps at strokes, and vibrations where the sound lasts.
  let score: Pattern
  /// The strokes and starts of notes, in seconds.
  let onsets: [Double]

  static let rate = 44_100

  /// A drum: strokes of noise that fade in 30 ms, at intervals of 0.15 to 0.6 s.
  static func drum(_ seed: UInt64) -> GeneratedSound {
    var random = SplitMix64(seed: seed)
    var samples = [Float](repeating: 0, count: rate * 4)
    var (strokes, moment) = ([(time: Double, level: Double)](), 0.1)
    while moment < 3.7 {
      let level = random.next(0.3...1)
      strokes.append((moment, level))
      add(to: &samples, at: moment, seconds: 0.2) { elapsed in
        Float(level * exp(-elapsed / 0.03) * random.next(-1...1))
      }
      moment += random.next(0.15...0.6)
    }
    return GeneratedSound(
      name: "drum \(seed)", sound: finished(samples, noise: 0.002, &random),
      score: Pattern(strokes.map { tap($0.time, $0.level) }), onsets: strokes.map(\.time))
  }

  /// Notes: tones of 0.3 to 0.6 s with a soft fall, on 110 to 880 Hz.
  static func notes(_ seed: UInt64) -> GeneratedSound {
    var random = SplitMix64(seed: seed)
    var samples = [Float](repeating: 0, count: rate * 5)
    var (events, onsets, moment) = ([Event](), [Double](), 0.1)
    while moment < 4.2 {
      let (level, length, hertz) = (random.next(0.4...1), random.next(0.3...0.6), 110 * pow(2, random.next(0...3)))
      add(to: &samples, at: moment, seconds: length) { elapsed in
        let shape = min(elapsed / 0.005, 1, (length - elapsed) / 0.03)
        return Float(level * shape * (sin(2 * .pi * hertz * elapsed) + 0.3 * sin(4 * .pi * hertz * elapsed)) / 1.3)
      }
      events += [tap(moment, level), hum(moment, length, level)]
      onsets.append(moment)
      moment += length + random.next(0.05...0.3)
    }
    return GeneratedSound(
      name: "notes \(seed)", sound: finished(samples, noise: 0.002, &random), score: Pattern(events), onsets: onsets)
  }

  /// Strokes over a steady hum.
  static func strokesOverHum(_ seed: UInt64) -> GeneratedSound {
    var random = SplitMix64(seed: seed)
    var samples = [Float](repeating: 0, count: rate * 4)
    add(to: &samples, at: 0.2, seconds: 3.4) { Float(0.2 * sin(2 * .pi * 90 * $0)) }
    var (strokes, moment) = ([Double](), 0.5)
    while moment < 3.4 {
      strokes.append(moment)
      add(to: &samples, at: moment, seconds: 0.1) { Float(0.8 * exp(-$0 / 0.02) * random.next(-1...1)) }
      moment += random.next(0.25...0.5)
    }
    return GeneratedSound(
      name: "strokes over a hum \(seed)", sound: finished(samples, noise: 0.002, &random),
      score: Pattern([hum(0.2, 3.4, 0.25)] + strokes.map { tap($0, 1) }), onsets: [0.2] + strokes)
  }

  /// Kinds of sounds, each with several seeds.
  static let all = (1...4).flatMap { [drum($0), notes($0), strokesOverHum($0)] }

  // MARK: Parts

  private static func add(
    to samples: inout [Float], at start: Double, seconds: Double, _ wave: (_ elapsed: Double) -> Float
  ) {
    let first = Int(start * Double(rate))
    for index in 0..<Int(seconds * Double(rate)) where first + index < samples.count {
      samples[first + index] += wave(Double(index) / Double(rate))
    }
  }

  private static func finished(_ samples: [Float], noise: Double, _ random: inout SplitMix64) -> Sound {
    Sound(samples.map { $0 + Float(random.next(-noise...noise)) }, rate: rate)
  }

  private static func tap(_ seconds: Double, _ level: Double) -> Event {
    Event(.transient, at: .seconds(seconds), intensity: Intensity(pow(level, 0.65)), sharpness: 0.5)
  }

  private static func hum(_ seconds: Double, _ length: Double, _ level: Double) -> Event {
    Event(
      .continuous(duration: .seconds(length)), at: .seconds(seconds), intensity: Intensity(pow(level, 0.65)),
      sharpness: 0.5)
  }
}

extension SplitMix64 {
  mutating func next(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
