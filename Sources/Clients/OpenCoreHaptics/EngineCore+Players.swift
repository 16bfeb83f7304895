internal import HapticPatterns
internal import Haptics
internal import Synchronization

extension EngineCore {
  // MARK: Making

  /// Makes a player and sends its pattern to the daemon.
  ///
  /// - Throws: `invalidPatternData` for a pattern without events, `resourceNotAvailable` beyond the limits of the
  ///   daemon.
  func makePlayer(with pattern: CHHapticPattern) throws(CHHapticError) -> PatternPlayer {
    if pattern.events.isEmpty { throw CHHapticError(.invalidPatternData, "the pattern has no events") }
    let hasAudio = pattern.events.contains { $0.type == .audioContinuous || $0.type == .audioCustom }
    if hasAudio, !state.withLock({ $0.playsHapticsOnly }) { Warning.audio.giveOnce() }
    let events = sharpness.map(pattern.pattern.events.withSharpness) ?? pattern.pattern.events
    let played = Pattern(events, parameters: pattern.pattern.parameters, curves: pattern.pattern.curves)
    // Audio without a duration cannot be played, nor waited for.
    return PatternPlayer(self, played, played.events.isEmpty ? nil : try definition(of: played))
  }

  // MARK: Playing

  /// Registers a playback.
  ///
  /// - Throws: the reason for which the player cannot start.
  func begin(_ player: PatternPlayer) throws(CHHapticError) -> PlaybackID {
    let playback = client.newPlayback()
    let code = state.withLock { state -> CHHapticError.Code? in
      if player.generation != state.generation { return state.isLost ? .serverInterrupted : .invalidPatternPlayer }
      if state.phase == .idle { state.start() }
      if state.phase == .stopped { return .engineNotRunning }
      state.active[playback] = player
      state.activity += 1
      return nil
    }
    if let code { throw CHHapticError(code) }
    return playback
  }

  /// Removes a playback that another one of the same player replaces.
  func replace(_ playback: PlaybackID) { _ = state.withLock { $0.active.removeValue(forKey: playback) } }

  /// Ends a playback. Call this on the queue.
  func end(_ playback: PlaybackID, _ error: CHHapticError?) {
    let (player, isLast) = state.withLock { state in
      let player = state.active.removeValue(forKey: playback)
      return (player, player != nil && state.active.isEmpty)
    }
    player?.didEnd(playback, error)
    if isLast {
      noteActivity()
      reportFinished()
    }
  }

  /// Calls the handlers that wait for the end of all players. Call this on the queue.
  func reportFinished() {
    let handlers = state.withLock { state -> [Handler<CHHapticEngine.FinishedHandler>] in
      // Players of a stopped engine are active until the daemon has stopped them.
      if !state.active.isEmpty { return [] }
      defer { state.finishedHandlers = [] }
      return state.finishedHandlers
    }
    var isStopping = false
    for handler in handlers where handler.call(nil) == .stopEngine { isStopping = true }
    if isStopping { stop(because: .notifyWhenFinished) }
  }

  /// Returns a time of the engine as an instant; nil for now.
  ///
  /// - Throws: `invalidTime` for a time that is negative or not finite.
  static func instant(at time: Double) throws(CHHapticError) -> Instant? {
    guard time >= 0, time.isFinite else {
      throw CHHapticError(.invalidTime, "\(time) s is not a time of the engine; expected 0 or more")
    }
    let instant = Instant(nanoseconds: Int64(min(time * 1e9, 9e18)))
    return instant > .now ? instant : nil
  }
}

extension [Event] {
  fileprivate func withSharpness(_ sharpness: Sharpness) -> [Event] {
    map { event in
      Event(
        event.kind, at: event.time, intensity: event.intensity, sharpness: sharpness, envelope: event.envelope,
        logicalDuration: event.logicalDuration)
    }
  }
}
