// The separability of transients on an actuator that renders the intended strengths.

extension Intention {
  /// The chance of a transient to be felt as its own pulse, or the reason why it has none.
  package enum Chance: Sendable, Equatable {
    case possible
    /// Even an actuator without inertia would not produce a pulse for the skin.
    case notMeant
    /// Another transient is too close for the motor.
    case tap
    /// A vibration before or after it is too close, and too strong, for the motor.
    case vibration
  }

  /// Returns the chance of each of `taps` on an actuator with this `separability`.
  package func chances(_ separability: Separability) -> [Chance] {
    let pulses = Pulse.count(in: felt)
    let own = Matching.pairs(taps.map(\.start), pulses.map(\.onset), tolerance: SkinWindow.reach)
    return taps.indices.map { index in
      if own[index] == nil { return .notMeant }
      if isTooClose(index, index - 1, separability) || isTooClose(index, index + 1, separability) { return .tap }
      return isFree(index, separability) ? .possible : .vibration
    }
  }

  private func isTooClose(_ index: Int, _ other: Int, _ separability: Separability) -> Bool {
    guard taps.indices.contains(other) else { return false }
    let (first, second) = (taps[min(index, other)], taps[max(index, other)])
    return Double(second.start - first.start) < separability.interval(from: peak(of: first), to: peak(of: second))
  }

  /// Whether the motor has time to fall from a vibration before the tap, and from the tap before a vibration after it.
  /// Only vibrations above the allowed valley matter.
  private func isFree(_ index: Int, _ separability: Separability) -> Bool {
    let (tap, peak) = (taps[index], peak(of: taps[index]))
    let valley = Pulse.depth * peak
    let earliest = index > 0 ? taps[index - 1].end : 0
    let latest = index + 1 < taps.count ? taps[index + 1].start : strength.count
    if let end = (earliest..<max(tap.start, earliest)).last(where: { strength[$0] > valley }) {
      let level = strength[max(end - Self.breath, earliest)...end].max() ?? 0
      if Double(tap.start - end) < separability.interval(from: level, to: peak) { return false }
    }
    if let start = (min(tap.end, latest)..<latest).first(where: { strength[$0] > valley }) {
      let level = strength[start..<min(start + Self.breath, latest)].max() ?? 0
      if Double(start - tap.start) < separability.interval(from: peak, to: level) { return false }
    }
    return true
  }

  /// The length of a vibration next to a tap that determines its level, in milliseconds: the motor reaches that level
  /// within it.
  private static let breath = 60
}
