internal import Glibc
internal import HapticPatterns

/// A start in a sound: a stroke, a click, a note.
package struct Onset: Hashable, Sendable {
  /// The start, from the start of the sound.
  package let time: Duration
  /// The felt strength, 0...1: the peak of the loudness after the start.
  package let strength: Double
  /// The sharpness, 0...1, from the pitch of the spectrum after the start.
  package let sharpness: Double
}

/// The settings of an analysis.
package struct SoundOptions: Hashable, Sendable {
  /// The share of onsets that counts, 0...1: at 0 only the clearest, at 1 also faint ones.
  package var sensitivity = 0.5
  /// A factor of all strengths, at least 0.
  package var gain = 1.0
  /// The highest number of taps per second; of closer onsets, the stronger one is kept.
  package var mostPerSecond = 12.0
  /// Whether loud parts between onsets vibrate.
  package var vibrates = true

  package init() {}
}

extension Sound {
  /// The onsets, in order of time.
  ///
  /// An onset is a local maximum of the spectral flux that exceeds its mean around it by a threshold, with the rules and
  /// windows of Dixon (2006). Its time is that of the steepest rise of the loudness near that maximum.
  package func onsets(_ options: SoundOptions = SoundOptions()) -> [Onset] {
    OnsetSearch(flux: SpectralFlux(self), envelope: LoudnessEnvelope(self), options: options).onsets
  }
}

struct OnsetSearch {
  let flux: SpectralFlux
  let envelope: LoudnessEnvelope
  let options: SoundOptions

  var onsets: [Onset] {
    guard !envelope.levels.isEmpty else { return [] }
    let found = flux.values.indices.filter(isPeak).compactMap(onset)
    return thinned(found)
  }

  // MARK: Peaks

  /// Pieces on each side in which a peak is the maximum: 30 ms.
  private static let reach = 6
  /// Pieces before it over which the mean is taken: 90 ms.
  private static let past = 18

  /// The increase above the mean that an onset needs: at sensitivity 0.5, a rise of all bands by about 2.5 dB.
  private var threshold: Float { 1.5 * powf(0.04, Float(min(max(options.sensitivity, 0), 1))) }

  private func isPeak(_ index: Int) -> Bool {
    let values = flux.values
    let value = values[index]
    let near = values[max(index - Self.reach, 0)..<min(index + Self.reach + 1, values.count)]
    guard value > 0, value >= near.max() ?? 0 else { return false }
    // Of equal values, the first one counts.
    if index > 0, values[max(index - Self.reach, 0)..<index].contains(value) { return false }
    let around = values[max(index - Self.past, 0)..<min(index + Self.reach + 1, values.count)]
    return value >= around.mean + threshold
  }

  // MARK: Time and strength

  private func onset(_ index: Int) -> Onset? {
    let center = Int(flux.time(index) / .milliseconds(1))
    let start = rise(near: center)
    let level = envelope.peak(from: start, to: start + Self.strengthTime)
    let strength = LoudnessEnvelope.strength(level) * options.gain
    guard level >= Self.faintest else { return nil }
    return Onset(
      time: .milliseconds(start), strength: min(strength, 1), sharpness: Self.sharpness(hertz: centroid(after: index)))
  }

  /// The milliseconds after an onset in which its strength is the peak.
  private static let strengthTime = 40
  /// The level of the faintest onset: 40 dB below the peak.
  private static let faintest: Float = 0.01

  /// The millisecond of the steepest rise around the centre of a piece. The level is smoothed over nine milliseconds: its
  /// steepest rise is in the middle of them.
  private func rise(near center: Int) -> Int {
    let levels = envelope.levels
    var (best, steepest) = (min(max(center, 0), levels.count - 1), -Float.infinity)
    for moment in max(center - 15, 0)...max(min(center + 15, levels.count - 1), max(center - 15, 0)) {
      let before = levels[max(moment - 3, 0)]
      let after = levels[min(moment + 3, levels.count - 1)]
      if after - before > steepest { (best, steepest) = (moment, after - before) }
    }
    return min(best + Self.lag, levels.count - 1)
  }

  /// The milliseconds by which a stroke begins after the middle of its rise in the smoothed level.
  private static let lag = 2

  private func centroid(after index: Int) -> Float {
    flux.centroids[index..<min(index + 6, flux.centroids.count)].mean
  }

  /// The sharpness of a pitch: 0 up to 150 Hz, 1 from 5 kHz on, by octaves between.
  static func sharpness(hertz: Float) -> Double {
    hertz > 0 ? min(max(Double(log2f(hertz / 150) / log2f(5000 / 150)), 0), 1) : 0
  }

  // MARK: Rate

  /// The most onsets: with the vibrations between them, fewer events than the 16,384 of hapticd-patterns(7).
  private static let most = 8000

  /// The onsets without those that are closer to a stronger one than the rate permits, the strongest first.
  private func thinned(_ onsets: [Onset]) -> [Onset] {
    let gap = Duration.seconds(1) / max(options.mostPerSecond, 0.001)
    var kept: [Onset] = []
    for onset in onsets.sorted(by: { ($1.strength, $0.time) < ($0.strength, $1.time) }) where kept.count < Self.most {
      let place = firstPosition(in: kept.indices) { kept[$0].time >= onset.time }
      let isClear =
        (place == 0 || onset.time - kept[place - 1].time >= gap)
        && (place == kept.count || kept[place].time - onset.time >= gap)
      if isClear { kept.insert(onset, at: place) }
    }
    return kept
  }
}
