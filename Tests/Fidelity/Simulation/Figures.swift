/// How one player did with one pattern on one actuator.
public struct Figures: Sendable {
  /// How many transients can be felt apart, and how many of them are.
  public var possible = 0
  public var felt: Int { possible - lost.count }
  /// When those were meant that can be felt apart and are not, in milliseconds of the pattern.
  public var lost: [Int] = []
  /// Pearson's correlation of the felt envelope with the intended one, and the latency that was taken off.
  public var correlation = 0.0
  public var latency = 0
  /// The mean difference between the strongest that is felt and that was meant, over transients and pieces of vibrations.
  public var peakError = 0.0
  /// The same of either; nil where there are none.
  public var tapError: Double?
  public var holdError: Double?

  /// - Parameters:
  ///   - strength: what the actuator makes felt, per millisecond from `Intention.lead` before the pattern on, before the
  ///     skin's integration; as long as `intention.strength`.
  ///   - chances: of `intention.taps`, on this actuator.
  public init(_ intention: Intention, _ strength: [Double], _ chances: [Intention.Chance]) {
    let felt = SkinWindow.integrated(strength)
    (correlation, latency) = Correlation.aligned(intention.felt, felt)
    possible = chances.count { $0 == .possible }
    let isFelt = Self.isFelt(intention, felt, latency)
    lost = chances.indices.filter { chances[$0] == .possible && !isFelt[$0] }
      .map { intention.taps[$0].start - Intention.lead }
    measurePeaks(intention, felt)
  }

  /// Whether each transient has a pulse of its own.
  ///
  /// What else is meant as a pulse, such as the start of a vibration, takes its pulse first come, first served, so that
  /// it is not mistaken for a transient that was lost.
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

  /// Peaks are those of the skin's sensation on both sides. So a tap of 12...36 ms, which the skin does not feel in full,
  /// need not become the full swing of a motor that takes three times as long, and feels stronger for it.
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
