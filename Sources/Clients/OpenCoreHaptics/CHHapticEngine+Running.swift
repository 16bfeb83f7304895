internal import Synchronization

extension CHHapticEngine {
  // MARK: Starting

  /// Starts the engine and waits for the daemon, usually less than a millisecond; up to 5 seconds if systemd must start
  /// it.
  ///
  /// - Throws: `serverInitFailed` without a daemon, `engineStartTimeout`, `serverInterrupted` if the connection is lost,
  ///   `notSupported` without a device, `engineNotRunning` if the engine is stopped meanwhile, `memoryError` if the system
  ///   has no thread or descriptor left.
  public func start() throws { try core.start() }

  /// Starts the engine. Suspends the task until the daemon has answered.
  ///
  /// - Throws: as the form that waits.
  public func start() async throws {
    let stops = core.state.withLock { $0.stops }
    if let error = await core.startSuspending(since: stops) { throw error }
  }

  /// Starts the engine without waiting. Players may start at once.
  ///
  /// If the start fails, the engine is stopped, and so are the players that have started, whose completion handlers
  /// receive the error. Players stay valid for a later start.
  ///
  /// - Parameter completionHandler: always called, on the engine's queue, with nil or the error, after the completion
  ///   handlers of the players.
  public func start(completionHandler: CompletionHandler?) {
    core.start(reporting: completionHandler.map(Handler.init))
  }

  // MARK: Stopping

  /// Stops the engine and its players. Does not wait, and does not call `stoppedHandler`. Scheduled commands are
  /// dropped.
  ///
  /// A daemon that does not respond is disconnected after 5 to 10 seconds, which stops the players as well.
  ///
  /// - Parameter completionHandler: always called, on the engine's queue, when the daemon has stopped the haptics, after the
  ///   completion handlers of the players and those of `notifyWhenPlayersFinished(finishedHandler:)`, unless these wait for
  ///   players of a new start.
  public func stop(completionHandler: CompletionHandler? = nil) {
    core.stop(reporting: completionHandler.map(Handler.init))
  }

  /// Stops the engine and its players. Suspends the task until the players have stopped, 10 seconds at most; also if the
  /// task is cancelled.
  public func stop() async throws {
    await withCheckedContinuation { continuation in
      core.stop(reporting: Handler { _ in continuation.resume() })
    }
  }

  // MARK: Waiting

  /// Calls a handler once when no player plays any more, also players that start later; at once if none plays. Paused
  /// players count as playing. The completion handlers of the players are called before, also at a stop of the engine.
  ///
  /// - Parameter finishedHandler: called on the engine's queue; returns whether the engine stops then.
  public func notifyWhenPlayersFinished(finishedHandler: @escaping FinishedHandler) {
    let handler = Handler(call: finishedHandler)
    core.state.withLock { $0.finishedHandlers.append(handler) }
    core.queue.async { [core] in core.reportFinished() }
  }
}
