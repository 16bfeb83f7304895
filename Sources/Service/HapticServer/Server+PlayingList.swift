internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// Lists the current playbacks and their owners.

extension Server {
  /// The playbacks with a history number above `number`, as many as fit in a packet.
  func playing(after number: UInt64, at now: Instant) -> PlayingList {
    var total: UInt64 = 0
    var records: [PlayingRecord] = []
    for player in devices.players {
      let later = player.playbacks.drop { $0.request.entry <= number }
      total += UInt64(later.count)
      records += later.prefix(Limits.playingPerPacket + 1).map { record(of: $0, on: player, at: now) }
    }
    records.sort { $0.number < $1.number }
    return PlayingList(total: total, records: Array(records.prefix(Limits.playingPerPacket)))
  }

  private func record(of playback: Playback, on player: Player, at now: Instant) -> PlayingRecord {
    let (request, content) = (playback.request, playback.content)
    let strength = UInt16(min(max(content.strength, 0), 1) * 65535 + 0.5)
    return PlayingRecord(
      number: request.entry, playback: PlaybackID(rawValue: request.number), device: player.device.id,
      processID: UInt32(clamping: request.owner.peer.credentials.processID),
      applicationName: request.owner.peer.identity.name, identity: request.owner.peer.identity.source,
      feedback: request.feedback, category: request.category,
      treatment: PlayingRecord.Treatment(rawValue: playback.treatment.rawValue), state: playback.state(at: now),
      intensity: request.intensity, felt: player.preparation.felt(content.pattern, at: strength),
      startNanoseconds: playback.start.nanoseconds, endNanoseconds: playback.end?.nanoseconds)
  }
}

extension Playback {
  fileprivate func state(at now: Instant) -> PlayingRecord.State {
    if let live, live.isPaused { return .paused }
    if start > now { return .waiting }
    return live?.isMuted == true ? .muted : .playing
  }
}
