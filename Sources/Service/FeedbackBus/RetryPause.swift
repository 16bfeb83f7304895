internal import HapticProtocol

/// The pause before a part of a looping event starts again. It doubles with each failure.
struct RetryPause {
  private var failures = 0

  mutating func next() -> Duration {
    defer { failures = min(failures + 1, Self.mostDoublings) }
    return Self.shortest * (1 << failures)
  }

  mutating func reset() { failures = 0 }

  private static let shortest = Duration.milliseconds(500)
  private static let mostDoublings = 4
}

extension Verdict {
  /// Whether the reason of a refusal passes by itself. A device can come back only to a part that has played.
  func passes(hasPlayed: Bool) -> Bool {
    switch self {
    case .outranked, .coolingDown, .rateLimited, .coalesced, .deviceFailed, .suspending, .expired, .limit: true
    case .noActuator: hasPlayed
    default: false
    }
  }
}
