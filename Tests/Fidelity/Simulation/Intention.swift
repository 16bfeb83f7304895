public import HapticPatterns

/// What a pattern means, millisecond by millisecond: the sensation of an actuator without any inertia.
public struct Intention: Sendable {
  public struct Tap: Sendable, Equatable {
    /// When it starts, and how long it lasts, in milliseconds; the pattern itself starts at `lead`.
    public let start: Int
    public let length: Int
    /// Its intensity with the controls of its moment, 0...1.
    public let intensity: Double

    public var end: Int { start + length }
  }

  /// The transients that are to be felt, in order of time.
  public let taps: [Tap]
  /// `Score.strength` at each millisecond, from `lead` before the pattern's start on.
  public private(set) var strength: [Double]
  /// The same as the skin integrates it.
  public private(set) var felt: [Double]
  /// Whether a tap covers the millisecond.
  public private(set) var isTap: [Bool]

  /// Longer patterns are cut: a few minutes say all, and one event without an end is an hour.
  public static let longest = 300_000
  /// Silence before a pattern, in milliseconds, in everything that is sampled here: what is meant at its start is felt
  /// by the skin from before it on, and latencies that are taken off must not cut the rise of what is felt.
  public static let lead = 100
  static let silence = [Double](repeating: 0, count: lead)
  /// What is looked at after a pattern's end, in milliseconds: the integration of the skin and the slowest coasting.
  public static let tail = 400

  public init(_ pattern: Pattern) {
    let score = Score(pattern)
    let length = min(Int((score.duration / .milliseconds(1)).rounded(.up)), Self.longest)
    strength =
      Self.silence + (0..<length + Self.tail).map { score.strength(at: .milliseconds($0)).intensity.rawValue }
    felt = SkinWindow.integrated(strength)
    taps = Self.merged(pattern.events.compactMap { Self.tap($0, score) }.filter { $0.end <= Self.lead + length })
    var isTap = [Bool](repeating: false, count: strength.count)
    for tap in taps { for moment in tap.start..<tap.end { isTap[moment] = true } }
    self.isTap = isTap
  }

  mutating func append(silence count: Int) {
    strength += [Double](repeating: 0, count: count)
    felt += [Double](repeating: 0, count: count)
    isTap += [Bool](repeating: false, count: count)
  }

  private static func tap(_ event: Event, _ score: Score) -> Tap? {
    guard event.kind == .transient else { return nil }
    let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue
    guard intensity > 0 else { return nil }
    let length = Event.transientDuration(score.effectiveSharpness(of: event, at: event.time))
    return Tap(
      start: lead + Int((event.time / .milliseconds(1)).rounded()),
      length: Int((length / .milliseconds(1)).rounded(.down)), intensity: intensity)
  }

  /// Transients that are closer than this, in milliseconds, are one to the skin, whatever shakes it: it does not notice
  /// gaps below 10 ms (Gescheider 1966). The strongest of them counts.
  static let fusion = 10

  private static func merged(_ taps: [Tap]) -> [Tap] {
    taps.reduce(into: []) { merged, tap in
      guard let last = merged.last, tap.start - last.start < fusion else { return merged.append(tap) }
      if tap.intensity > last.intensity {
        merged[merged.count - 1] = Tap(start: last.start, length: tap.length, intensity: tap.intensity)
      }
    }
  }

  /// Whether nobody is meant to feel anything: only sounds, or a control that is down.
  public var isSilent: Bool { felt.allSatisfy { $0 < Pulse.weakest } }

  /// The strongest that the skin is meant to feel of `tap`: less than its intensity, because it is short.
  public func peak(of tap: Tap) -> Double {
    felt[max(tap.start - SkinWindow.reach, 0)..<min(tap.end + SkinWindow.reach, felt.count)].max() ?? 0
  }
}
