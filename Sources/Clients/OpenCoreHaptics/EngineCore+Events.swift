internal import Dispatch
internal import HapticProtocol
internal import Haptics
internal import Synchronization

// The daemon's events, on the engine's queue.

extension EngineCore {
  func receive(_ event: ClientEvent) {
    switch event {
    case .finished(let finished): receive(finished)
    case .disconnected: lose(state.withLock { $0.generation })
    case .connected: restore()
    case .reset, .device: checkDevices()
    case .status(let status): note(status.circumstances)
    default: break
    }
  }

  private func receive(_ finished: Finished) {
    stopOthers(finished)
    end(finished.playback, CHHapticError(finished.reason))
    switch finished.reason {
    case .unplugged: checkDevices()
    // A sandboxed application gets no status.
    case .suspended: stop(because: .applicationSuspended)
    default: break
    }
  }

  /// Stops a playback on the other motor of a phone when it ends early on one. Its player ends with the first, and could
  /// not stop it later.
  private func stopOthers(_ finished: Finished) {
    guard device == nil else { return }
    switch finished.reason {
    case .unplugged, .failed, .coolingDown, .forbidden: client.stop(finished.playback)
    case .ended, .stopped, .stoppedEverything, .shutdown, .suspended, .unknown: break
    }
  }

  // MARK: Connection

  /// Invalidates all players of the connection of this generation: the daemon has lost its playbacks. Has no effect if the
  /// loss is known. Call this on the queue.
  func lose(_ generation: Int) {
    let players = state.withLock { state -> Players in
      if state.isLost || state.generation != generation { return [:] }
      state.isLost = true
      state.generation += 1
      state.interrupt()
      return state.active
    }
    // The next connection plays those that have started since the loss.
    for (playback, player) in players {
      player.noteStop(of: playback)
      change(playback, .stop)
    }
    for playback in players.keys { end(playback, CHHapticError(.serverInterrupted)) }
  }

  /// Calls the reset handler after a loss.
  private func restore() {
    let handler = state.withLock { state -> Handler<CHHapticEngine.ResetHandler>? in
      if !state.isLost { return nil }
      state.isLost = false
      // The new daemon reports its circumstances when they change.
      state.isSessionPaused = false
      return state.resetHandler
    }
    handler?.call()
  }

  // MARK: Devices and session

  /// Stops if the device is no longer connected. After a loss of the connection, the answer may come from another daemon,
  /// which has not found its devices yet; the start after the loss asks for them again.
  private func checkDevices() {
    let generation = state.withLock { $0.generation }
    Task.detached { [weak self] in
      guard let client = self?.client, let records = try? await client.devices(timeout: .seconds(5)) else { return }
      self?.queue.async { [weak self] in
        guard let self, !records.supportHaptics(on: device),
          state.withLock({ $0.generation == generation })
        else { return }
        stop(because: device == nil ? .systemError : .gameControllerDisconnect)
      }
    }
  }

  /// Stops when the session pauses: another session is active, the screen is locked, or the system sleeps.
  private func note(_ circumstances: Circumstances) {
    let isPaused = !circumstances.isDisjoint(with: [.sessionInactive, .suspending, .locked])
    let begins = state.withLock { state in
      defer { state.isSessionPaused = isPaused }
      return isPaused && !state.isSessionPaused
    }
    if begins { stop(because: .applicationSuspended) }
  }
}

extension CHHapticError {
  /// The error of a playback that ended for this reason; nil for a normal end.
  fileprivate init?(_ reason: FinishReason) {
    switch reason {
    // A reason of a later version is not known to be an error.
    case .ended, .stopped, .stoppedEverything, .forbidden, .coolingDown, .unknown: return nil
    case .unplugged: self.init(.notSupported, "the device was disconnected")
    case .failed: self.init(.unknownError, "the device did not respond")
    case .shutdown: self.init(.serverInterrupted)
    case .suspended: self.init(.engineNotRunning, "the system goes to sleep")
    }
  }
}
