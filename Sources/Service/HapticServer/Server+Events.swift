internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving

// What players report, and the events about playbacks and devices for clients.

extension Server {
  func player(_ player: Player, didWrite level: LeasedLevel, planned: Instant, written: Instant) {
    recorder.statistics.step.record(from: planned, to: written)
    if recorder.monitors.isEmpty { return }
    recorder.show(
      LevelChange(
        device: player.device.id, strong: level.level.strong, weak: level.level.weak,
        plannedNanoseconds: planned.nanoseconds, writtenNanoseconds: written.nanoseconds,
        leaseMilliseconds: level.level == .off ? 0 : UInt32(level.lease.rawValue),
        periodMilliseconds: UInt16(level.level.periodMilliseconds)))
  }

  /// The first level of a playback was written. This may be long after the reply to the play.
  func player(_ player: Player, didStart playback: PlaybackRequest, at written: Instant) {
    if let received = playback.received { recorder.statistics.written.record(from: received, to: written) }
    recorder.history.amend(playback.entry) { record in
      if record.writtenNanoseconds == nil { record.writtenNanoseconds = written.nanoseconds }
    }
  }

  /// The device refused a level.
  func player(_ player: Player, didRefuse refusal: DeviceError) {
    log.warning("\(player.device.record.name) refused a level: \(refusal)")
  }

  /// Reports a refused stop, and the result of writing it again.
  func player(_ player: Player, refusedStop news: RefusedStopNews) {
    switch news {
    case .refused(let error): log.error("\(player.name) refused to stop: \(error); the stop is repeated")
    case .taken: log.notice("\(player.name) accepted a repeated stop")
    case .givenUp(let error): log.error("\(player.name) still refuses to stop (\(error)); its lease has ended")
    }
    recorder.show(.changed, player.record)
  }

  /// A playback has ended. `didFinish` follows at once or, if the device's own thread must still write the stop, later.
  func player(_ player: Player, didEnd playback: EndedPlayback) {
    preloader.resume()
    playback.request.owner.allowance.endPlayback(costing: playback.memoryCost)
  }

  func player(_ player: Player, didFinish playback: EndedPlayback, reason: FinishReason, at now: Instant) {
    recorder.history.amend(playback.request.entry) { $0.end = reason }
    recorder.monitors.show(.requests) {
      .ended(
        PlaybackEnd(
          number: playback.request.entry, device: player.device.id, reason: reason,
          firstWrittenNanoseconds: playback.firstWritten?.nanoseconds, endedNanoseconds: now.nanoseconds))
    }
    if reason == .coolingDown { log.notice("\(player.name) has run for too long and is cooling down") }
    guard let number = PlaybackID(rawValue: playback.request.number) else { return }
    playback.request.owner.send(
      .event(
        .finished(
          Finished(
            playback: number, reason: reason, firstWrittenNanoseconds: playback.firstWritten?.nanoseconds,
            endedNanoseconds: now.nanoseconds, device: player.device.id))))
  }

  /// Asks clients to prepare again: handles stay valid when devices change, but their levels may not be resident.
  func requestPreparing() {
    for session in sessions.all where session.handles.hasPrepared { session.send(.event(.reset)) }
  }
}
