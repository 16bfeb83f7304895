internal import HapticProtocol

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
