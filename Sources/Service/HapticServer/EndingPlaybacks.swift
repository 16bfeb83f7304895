internal import HapticProtocol
internal import HapticSystem

// On a device with its own thread, a stop is written or refused later. The `finished` event waits for the result:
//
//   loop    stop ── verdict done ─────────────────────────── finished: stopped
//   thread       └─ queue ────────── write, or refusal ──┘        or: failed

/// A playback that has ended.
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
    /// The planned time of the playback's last level.
    let planned: Instant
  }

  private var endings: [Ending] = []

  var isEmpty: Bool { endings.isEmpty }

  mutating func add(_ end: EndedPlayback, planned: Instant) { endings.append(Ending(end: end, planned: planned)) }

  /// Whether as many ends wait as one client may have playbacks. Further ends are reported at once.
  var isFull: Bool { endings.count >= Limits.playbacks }

  /// Takes the playbacks whose last level, or a later one, was written.
  mutating func take(plannedBy planned: Instant) -> [Ending] { take { $0.planned <= planned } }

  /// Takes the playbacks of one client with a number that the client uses again.
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
