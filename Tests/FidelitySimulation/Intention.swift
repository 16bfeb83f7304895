package import HapticPatterns

/// The intended sensation of a pattern per millisecond: that of an actuator without inertia.
package struct Intention: Sendable {
  package struct Tap: Sendable, Equatable {
    /// The start in milliseconds; the pattern itself starts at `lead`.
    package let start: Int
    /// The intensity with the controls at its start, 0...1.
    package let intensity: Double

    package var end: Int { start + Self.length }

    /// The length of a tap in milliseconds, in which its strength falls in a straight line.
    ///
    /// It is the same for all taps: sharpness changes the character of a tap, not its strength. Bursts of up to about
    /// 30 ms are felt as one pulse (Remache-Vinueza 2025).
    package static let length = 30
  }

  /// The felt transients, in order of time.
  package let taps: [Tap]
  /// The intended strength at each millisecond, starting `lead` before the pattern.
  package private(set) var strength: [Double]
  /// `strength` after the skin's integration.
  package private(set) var felt: [Double]
  /// The strength without the taps.
  package private(set) var hum: [Double]
  /// Whether a tap covers the millisecond.
  package private(set) var isTap: [Bool]

  /// The maximum length in milliseconds; longer patterns are truncated. The beginning is representative, and an event
  /// without an end lasts an hour.
  package static let longest = 20_000
  /// The silence before a pattern in all samples, in milliseconds: the skin's integration begins before the pattern,
  /// and the subtraction of a latency must not cut the rise.
  package static let lead = 100
  static let silence = [Double](repeating: 0, count: lead)
  /// The time after the end of a pattern that is simulated, in milliseconds: the integration of the skin and the
  /// slowest fall.
  package static let tail = 400

  package init(_ pattern: Pattern) {
    let score = Score(pattern)
    let length = min(Int((score.duration / .milliseconds(1)).rounded(.up)), Self.longest)
    let hums = Score(
      Pattern(
        pattern.events.filter { $0.kind != .transient }, parameters: pattern.parameters, curves: pattern.curves))
    hum = Self.silence + (0..<length + Self.tail).map { hums.strength(at: .milliseconds($0)).intensity.rawValue }
    taps = Self.merged(
      pattern.events.compactMap { Self.tap($0, score) }.filter { $0.end <= Self.lead + length + Self.tail })
    strength = hum
    isTap = [Bool](repeating: false, count: strength.count)
    for tap in taps {
      for moment in tap.start..<tap.end {
        isTap[moment] = true
        let rest = Double(tap.end - moment) / Double(Tap.length)
        strength[moment] = max(strength[moment], tap.intensity * rest)
      }
    }
    felt = SkinWindow.integrated(strength)
  }

  mutating func append(silence count: Int) {
    strength += [Double](repeating: 0, count: count)
    hum += [Double](repeating: 0, count: count)
    felt += [Double](repeating: 0, count: count)
    isTap += [Bool](repeating: false, count: count)
  }

  private static func tap(_ event: Event, _ score: Score) -> Tap? {
    guard event.kind == .transient else { return nil }
    let intensity = score.effectiveIntensity(of: event, at: event.time).rawValue
    guard intensity > 0 else { return nil }
    let moment = event.time / .milliseconds(1)
    guard moment <= Double(longest) else { return nil }
    return Tap(start: lead + Int(moment.rounded()), intensity: intensity)
  }

  /// The interval in milliseconds below which transients are merged, and the strongest counts: the skin does not notice
  /// gaps below 10 ms (Gescheider 1966).
  static let fusion = 10

  private static func merged(_ taps: [Tap]) -> [Tap] {
    taps.reduce(into: []) { merged, tap in
      guard let last = merged.last, tap.start - last.start < fusion else { return merged.append(tap) }
      if tap.intensity > last.intensity {
        merged[merged.count - 1] = Tap(start: last.start, intensity: tap.intensity)
      }
    }
  }

  /// Whether nothing is felt: the pattern has only audio, or a control is at 0.
  package var isSilent: Bool { felt.allSatisfy { $0 < Pulse.weakest } }

  /// Returns the intended peak of `tap` after the skin's integration: less than its intensity, because it is short.
  package func peak(of tap: Tap) -> Double {
    felt[max(tap.start - SkinWindow.reach, 0)..<min(tap.end + SkinWindow.reach, felt.count)].max() ?? 0
  }
}
