/// The figures of one player with one pattern on one actuator.
package struct Figures: Sendable {
  /// The number of separable transients, and of those that are felt.
  package var possible = 0
  package var felt: Int { possible - lost.count }
  /// The intended times of separable transients that are not felt, in milliseconds of the pattern.
  package var lost: [Int] = []
  /// Whether each of the intention's taps is felt as a pulse of its own, separable or not.
  package private(set) var isFelt: [Bool] = []
  /// Pearson's correlation of the felt envelope with the intended one, and the subtracted latency.
  package var correlation = 0.0
  package var latency = 0
  /// The mean difference between felt and intended peaks, over transients and pieces of vibrations.
  package var peakError = 0.0
  /// The same for transients and for vibrations; nil if there are none.
  package var tapError: Double?
  package var holdError: Double?

  /// The number of onsets that an energy detector would notice, and of those that it does not notice.
  package var noticeable = 0
  package var unfelt = 0
  /// Kendall's coefficient of the order of loudness; nil if nothing differs noticeably.
  package var order: Double?
  /// The number of felt pulses that are not meant.
  package var falsePulses = 0
  /// The number of holes in vibrations that are not meant.
  package var holes = 0

  /// Computes the figures for shakes, one per millisecond, that start `Intention.lead` before the pattern.
  package init(_ intention: Intention, _ shakes: [Shake], on actuator: Actuator, _ chances: [Intention.Chance]) {
    self.init(intention, shakes.map { actuator.strength($0) }, chances)
    let amplitudes = shakes.map { actuator.notion == .velocity ? $0.velocity : $0.acceleration }
    let meant = intention.strength.map { actuator.sensation.velocity(strength: $0) }
    let isSquared = actuator.isTurning && actuator.notion == .velocity
    measureOnsets(isSquared ? meant.map { $0 * $0 } : meant, shakes.map(\.acceleration), intention.onsets)
    measureOrder(meant, amplitudes, intention.parts)
  }

  /// Computes the figures that depend on the strength only.
  ///
  /// - Parameters:
  ///   - strength: the strengths of the actuator, one per millisecond, starting `Intention.lead` before the pattern,
  ///     before the skin's integration; as long as `intention.strength`.
  ///   - chances: the chances of `intention.taps` on this actuator.
  package init(_ intention: Intention, _ strength: [Double], _ chances: [Intention.Chance]) {
    let felt = SkinWindow.integrated(strength)
    (correlation, latency) = Correlation.aligned(intention.felt, felt)
    possible = chances.count { $0 == .possible }
    isFelt = Self.isFelt(intention, felt, latency)
    lost = chances.indices.filter { chances[$0] == .possible && !isFelt[$0] }
      .map { intention.taps[$0].start - Intention.lead }
    measurePeaks(intention, felt)
    falsePulses = max(Pulse.count(in: felt).count - max(Pulse.count(in: intention.felt).count, isFelt.count), 0)
    measureHoles(intention, felt)
  }

  /// Returns whether each transient has its own pulse.
  ///
  /// Other intended pulses, such as the start of a vibration, are matched in order of time as well, so that they do not
  /// cause a transient to count as lost.
  static func isFelt(_ intention: Intention, _ felt: [Double], _ latency: Int) -> [Bool] {
    let meant = Pulse.count(in: intention.felt).map(\.onset)
    let ofTaps = Set(
      Matching.pairs(intention.taps.map(\.start), meant, tolerance: SkinWindow.reach).compactMap(\.self))
    let others = meant.indices.filter { !ofTaps.contains($0) }.map { (moment: meant[$0], tap: nil as Int?) }
    let targets = (intention.taps.enumerated().map { (moment: $1.start, tap: $0 as Int?) } + others)
      .sorted { $0.moment < $1.moment }
    let pairs = Matching.pairs(targets.map(\.moment), Pulse.count(in: felt).map { $0.onset - latency })
    var isFelt = [Bool](repeating: false, count: intention.taps.count)
    for (target, pair) in zip(targets, pairs) {
      if let tap = target.tap { isFelt[tap] = pair != nil }
    }
    return isFelt
  }

  /// Compares the peaks of the skin's sensation on both sides. A tap of 30 ms is not felt in full, so that it need
  /// not reach the full swing of a motor that takes three times as long and therefore feels stronger.
  private mutating func measurePeaks(_ intention: Intention, _ felt: [Double]) {
    func error(_ part: Intention.Part) -> Double {
      let meant = intention.felt[part.range].max() ?? 0
      let moments = part.range.lowerBound + latency..<part.range.upperBound + latency
      return abs(meant - (felt[moments.clamped(to: felt.indices)].max() ?? 0))
    }
    func mean(_ parts: [Intention.Part]) -> Double? {
      parts.isEmpty ? nil : parts.reduce(0) { $0 + error($1) } / Double(parts.count)
    }
    let parts = intention.parts
    tapError = mean(parts.filter(\.isTap))
    holdError = mean(parts.filter { !$0.isTap })
    peakError = mean(parts) ?? 0
  }
}
