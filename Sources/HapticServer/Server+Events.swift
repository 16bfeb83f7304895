internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// What the server tells its clients unasked.

extension Server: PlayerObserver {
  func player(_ player: Player, didWrite level: Drive.LeasedLevel, planned: Instant, written: Instant) {
    statistics.step.record(written - planned)
    show(.levels) {
      .level(
        LevelChange(
          device: player.actuator.id, strong: level.level.strong, weak: level.level.weak,
          plannedNanoseconds: planned.nanoseconds, writtenNanoseconds: written.nanoseconds,
          leaseMilliseconds: level.level == .off ? 0 : UInt32(level.lease.rawValue),
          periodMilliseconds: UInt16(level.level.periodMilliseconds)))
    }
  }

  func player(_ player: Player, didStart playback: Playback, at written: Instant) {
    if let received = playback.received { statistics.written.record(written - received) }
    chronicle.amend(playback.entry) { record in
      if record.writtenNanoseconds == nil { record.writtenNanoseconds = written.nanoseconds }
    }
  }

  func player(_ player: Player, didMeet refusal: Errno) {
    log.warning("\(player.actuator.record.name) refused a level: \(refusal)")
  }

  func player(_ player: Player, refusedStop news: RefusedStopNews) {
    switch news {
    case .refused(let error): log.error("\(player.name) refused to stop: \(error); it is told again")
    case .taken: log.notice("\(player.name) stopped after all")
    case .givenUp(let error): log.error("\(player.name) still refuses to stop (\(error)); its lease has ended")
    }
    announce(.changed, player.record)
  }

  func player(_ player: Player, didEnd playback: Playback) {
    resumeRehearsals()
    sessions[playback.owner]?.allowance.endPlayback()
  }

  func player(_ player: Player, didFinish playback: Playback, reason: FinishReason, at now: Instant) {
    chronicle.amend(playback.entry) { $0.end = reason }
    guard let session = sessions[playback.owner] else { return }
    if reason == .coolingDown { log.notice("\(player.name) has run for too long and must rest") }
    guard let number = PlaybackID(rawValue: playback.number) else { return }
    session.send(
      .event(
        .finished(
          Finished(
            playback: number, reason: reason, firstWrittenNanoseconds: playback.firstWritten?.nanoseconds,
            endedNanoseconds: now.nanoseconds, device: player.actuator.id))))
  }
}

extension Server {
  /// Shows an event to those who watch; makes it only if somebody does.
  func show(_ scope: MonitorScope, _ event: () -> DaemonEvent) {
    for session in watchers where session.scope.contains(scope) { session.show(event()) }
  }

  func announce(_ change: DeviceChange.Kind, _ record: DeviceRecord) {
    show(.devices) { .device(DeviceChange(change, record)) }
  }

  /// Handles stay valid when devices change, but what they made resident may be gone.
  func requestPreparing() {
    for session in sessions.values where session.handles.preparedCount > 0 { session.send(.event(.reset)) }
  }
}
