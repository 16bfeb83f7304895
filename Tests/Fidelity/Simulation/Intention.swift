public import HapticPatterns

/// The intended sensation of a pattern per millisecond: that of an actuator without inertia.
public struct Intention: Sendable {
  public struct Tap: Sendable, Equatable {
    /// The start and the length in milliseconds; the pattern itself starts at `lead`.
    public let start: Int
    public let length: Int
    /// The intensity with the controls at its start, 0...1.
    public let intensity: Double

    public var end: Int { start + length }
  }

  /// The felt transients, in order of time.
  public let taps: [Tap]
  /// `Score.strength` at each millisecond, starting `lead` before the pattern.
  public private(set) var strength: [Double]
  /// `strength` after the skin's integration.
  public private(set) var felt: [Double]
  /// Whether a tap covers the millisecond.
  public private(set) var isTap: [Bool]

  /// The maximum length in milliseconds; longer patterns are truncated. A few minutes are representative, and an event
  /// without an end lasts an hour.
  public static let longest = 300_000
  /// The silence before a pattern in all samples, in milliseconds: the skin's integration begins before the pattern,
  /// and the subtraction of a latency must not cut the rise.
  public static let lead = 100
  static let silence = [Double](repeating: 0, count: lead)
  /// The time after the end of a pattern that is simulated, in milliseconds: the integration of the skin and the
  /// slowest fall.
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

  /// The interval in milliseconds below which transients are merged, and the strongest counts: the skin does not notice
  /// gaps below 10 ms (Gescheider 1966).
  static let fusion = 10

  private static func merged(_ taps: [Tap]) -> [Tap] {
    taps.reduce(into: []) { merged, tap in
      guard let last = merged.last, tap.start - last.start < fusion else { return merged.append(tap) }
      if tap.intensity > last.intensity {
        merged[merged.count - 1] = Tap(start: last.start, length: tap.length, intensity: tap.intensity)
      }
    }
  }

  /// Whether nothing is felt: the pattern has only audio, or a control is at 0.
  public var isSilent: Bool { felt.allSatisfy { $0 < Pulse.weakest } }

  /// Returns the intended peak of `tap` after the skin's integration: less than its intensity, because it is short.
  public func peak(of tap: Tap) -> Double {
    felt[max(tap.start - SkinWindow.reach, 0)..<min(tap.end + SkinWindow.reach, felt.count)].max() ?? 0
  }
}
