internal import HapticProtocol
internal import HapticSystem

// A device with a thread of its own takes a stop later, or refuses it. The `finished` event waits for that, and says which:
//
//   loop    stop ── verdict done ─────────────────────────── finished: stopped
//   thread       └─ queue ────────── write, or refusal ──┘        or: failed

/// A playback that is over.
struct EndedPlayback {
  let playback: Playback
  let reason: FinishReason

  init(_ playback: Playback, _ reason: FinishReason) {
    self.playback = playback
    self.reason = reason
  }
}

/// Ended playbacks whose last level waits in the queue of the device's own thread.
struct EndingPlaybacks {
  struct Ending {
    let end: EndedPlayback
    /// The planned time of its last level.
    let planned: Instant
  }

  private var endings: [Ending] = []

  mutating func add(_ end: EndedPlayback, planned: Instant) { endings.append(Ending(end: end, planned: planned)) }

  /// Whether as many wait as one client may play. Further ends are told at once.
  var isFull: Bool { endings.count >= Limits.playbacks }

  /// Takes those whose level, or a later one, has been written.
  mutating func take(plannedBy planned: Instant) -> [Ending] { take { $0.planned <= planned } }

  /// Takes those of one client's number, which it uses again.
  mutating func take(number: UInt32, of owner: UInt64) -> [Ending] {
    take { $0.end.playback.number == number && $0.end.playback.owner == owner }
  }

  mutating func takeAll() -> [Ending] { take { _ in true } }

  private mutating func take(where isMeant: (Ending) -> Bool) -> [Ending] {
    if endings.isEmpty { return [] }
    defer { endings.removeAll(where: isMeant) }
    return endings.filter(isMeant)
  }
}
