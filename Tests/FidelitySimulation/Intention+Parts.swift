// The parts of a pattern with separately compared peaks.

extension Intention {
  /// A period with its own peak.
  package struct Part: Sendable, Equatable {
    package let range: Range<Int>
    package let isTap: Bool
    /// The time at which it begins: the start of the transient, or of the piece of vibration.
    package let onset: Int
  }

  /// The maximum length of a piece of vibration, in milliseconds: the skin sums over this time (Zwislocki's time
  /// constant of temporal summation, confirmed for the skin by Verrillo 1965).
  static let piece = 200

  /// The transients, each extended by the allowed delay, and the vibrations between them.
  package var parts: [Part] {
    (tapParts + holdParts).filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private var tapParts: [Part] {
    taps.indices.map { index in
      let tap = taps[index]
      let before = index > 0 ? (taps[index - 1].end + tap.start) / 2 : 0
      let after = index + 1 < taps.count ? (tap.end + taps[index + 1].start) / 2 : felt.count
      let low = max(tap.start - SkinWindow.reach, before)
      return Part(range: low..<max(min(tap.end + Matching.tolerance, after), low), isTap: true, onset: tap.start)
    }
  }

  private var holdParts: [Part] {
    var parts: [Part] = []
    var start: Int?
    for moment in 0...strength.count {
      let isHeld = moment < strength.count && strength[moment] > 0 && !isNearTap[moment]
      if isHeld, let begin = start, moment - begin == Self.piece {
        parts.append(Part(range: begin..<moment, isTap: false, onset: begin))
        start = moment
      } else if isHeld {
        start = start ?? moment
      } else if let begin = start {
        parts.append(Part(range: begin..<moment, isTap: false, onset: begin))
        start = nil
      }
    }
    return parts.filter { $0.range.count >= SkinWindow.reach }
  }

  private var isNearTap: [Bool] {
    var near = [Bool](repeating: false, count: strength.count)
    for tap in taps {
      let range = max(tap.start - SkinWindow.reach, 0)..<min(tap.end + SkinWindow.reach, strength.count)
      for moment in range { near[moment] = true }
    }
    return near
  }
}
