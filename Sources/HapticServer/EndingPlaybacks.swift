internal import HapticProtocol
internal import HapticSystem

// A device with a thread of its own takes a stop later, or refuses it. The `finished` event waits for that, and says which:
//
//   loop    stop ── verdict done ─────────────────────────── finished: stopped
//   thread       └─ queue ────────── write, or refusal ──┘        or: failed

/// Playbacks that have ended while the level that ends them waits in the queue of the device's own thread.
struct EndingPlaybacks {
  struct Ending {
    let playback: Playback
    let reason: FinishReason
    /// When its last level was planned.
    let planned: Instant
  }

  private var endings: [Ending] = []

  mutating func add(_ playback: Playback, _ reason: FinishReason, planned: Instant) {
    endings.append(Ending(playback: playback, reason: reason, planned: planned))
  }

  /// Whether as many wait as one client may play. Further ends are told at once.
  var isFull: Bool { endings.count >= Limits.playbacks }

  /// Takes those whose level, or a later one, has been written.
  mutating func take(plannedBy planned: Instant) -> [Ending] { take { $0.planned <= planned } }

  /// Takes those of one client's number, which it uses again.
  mutating func take(number: UInt32, of owner: UInt64) -> [Ending] {
    take { $0.playback.number == number && $0.playback.owner == owner }
  }

  mutating func takeAll() -> [Ending] { take { _ in true } }

  private mutating func take(where isMeant: (Ending) -> Bool) -> [Ending] {
    if endings.isEmpty { return [] }
    defer { endings.removeAll(where: isMeant) }
    return endings.filter(isMeant)
  }
}
