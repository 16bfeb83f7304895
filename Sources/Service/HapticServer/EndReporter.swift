internal import HapticProtocol
internal import HapticSystem

// On a device with its own thread, a stop is written or refused later. The `finished` event waits for the result:
//
//   loop    stop ── verdict done ─────────────────────────── finished: stopped
//   thread       └─ queue ────────── write, or refusal ──┘        or: failed

/// What is reported of a playback that has ended.
struct EndedPlayback {
  let request: PlaybackRequest
  let memoryCost: Int
  let firstWritten: Instant?
  let reason: FinishReason
}

/// Reports the ends of a player's playbacks, each after the device has taken the level that ends it.
///
/// A class, because the server may call the player, and so this, again.
final class EndReporter {
  private struct Waiting {
    let end: EndedPlayback
    /// The planned time of the playback's last level.
    let planned: Instant
  }

  private unowned let server: Server
  private var waiting: [Waiting] = []

  var isEmpty: Bool { waiting.isEmpty }

  init(_ server: Server) { self.server = server }

  /// Reports an end at once, or when the device's own thread has written the queued level.
  ///
  /// - Parameter queued: the planned time of the level in the device's queue, or nil if the queue is empty.
  func report(_ end: EndedPlayback, of player: Player, queued: Instant?, at now: Instant) {
    server.player(player, didEnd: end)
    guard let queued, end.reason != .failed else { return finish(end, of: player, at: now) }
    let isReady = player.isReady
    // As many ends wait as one client may have playbacks.
    if isReady, waiting.count < Limits.playbacks { return waiting.append(Waiting(end: end, planned: queued)) }
    finish(end, as: isReady ? nil : .failed, of: player, at: now)
  }

  /// Finishes the playbacks whose last level, or a later one, was written.
  func finish(plannedBy planned: Instant, of player: Player, at now: Instant) {
    finish(of: player, at: now) { $0.planned <= planned }
  }

  /// Finishes the playback of a client with a number that the client uses again.
  func finish(number: UInt32, of owner: Session, on player: Player, at now: Instant) {
    finish(of: player, at: now) { $0.end.request.number == number && $0.end.request.owner === owner }
  }

  /// Finishes all playbacks.
  ///
  /// - Parameter reason: the reason for all of them, or nil if each has its own.
  func finishAll(as reason: FinishReason? = nil, of player: Player, at now: Instant) {
    finish(as: reason, of: player, at: now) { _ in true }
  }

  private func finish(
    as reason: FinishReason? = nil, of player: Player, at now: Instant, where isMeant: (Waiting) -> Bool
  ) {
    let meant = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    for waiting in meant { finish(waiting.end, as: reason, of: player, at: now) }
  }

  private func finish(_ end: EndedPlayback, as reason: FinishReason? = nil, of player: Player, at now: Instant) {
    server.player(player, didFinish: end, reason: reason ?? end.reason, at: now)
  }
}
