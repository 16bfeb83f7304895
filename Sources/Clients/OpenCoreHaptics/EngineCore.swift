internal import Dispatch
internal import HapticPatterns
internal import Haptics
internal import Synchronization

/// The connection and the state of an engine, shared by the engine and its players.
///
/// Locks are taken in the order player, engine, backlog, client. Handlers of the application are called on the queue, outside
/// of all locks.
final class EngineCore: Sendable {
  let client: HapticClient
  /// The device; if nil, the daemon chooses one.
  let device: DeviceID?
  /// The sharpness of all events, to select one motor of a gamepad; nil for that of the events.
  let sharpness: Sharpness?
  /// The deadline of plays; nil for that of their category.
  let deadline = HapticService.deadline
  /// Calls the application's handlers, in order.
  let queue = DispatchQueue(label: "OpenCoreHaptics")
  /// The time without activity before the auto shutdown.
  let idleTimeout: Duration
  /// The maximum wait for the daemon to read a command, and then for its answer to a stop.
  let stopLimit: Duration
  let state = Mutex(EngineState())
  let backlog = Mutex(Backlog())

  init(
    client: HapticClient, device: DeviceID?, sharpness: Sharpness?, idleTimeout: Duration = .seconds(120),
    stopLimit: Duration = .seconds(5)
  ) {
    self.client = client
    self.device = device
    self.sharpness = sharpness
    self.idleTimeout = idleTimeout
    self.stopLimit = stopLimit
  }

  // The connection ends with the engine, and so do its playbacks.
  deinit { for report in backlog.withLock({ $0.removeAll() }) { report(true) } }

  /// The wait for the daemon at a start; systemd may have to start it.
  private static let waitLimit = Duration.seconds(5)

  // MARK: Starting

  /// Starts and waits for the daemon.
  func start() throws(CHHapticError) {
    let stops = state.withLock { $0.stops }
    let records: [DeviceRecord]
    do throws(ClientError) {
      try listen()
      records = try client.blocking.devices(timeout: Self.waitLimit)
    } catch {
      throw CHHapticError(start: error)
    }
    try begin(on: records, since: stops)
  }

  /// Starts at once, so that a player can start at once as well, and reports afterwards whether it succeeded.
  func start(reporting handler: Handler<CHHapticEngine.CompletionHandler>?) {
    let (starts, stops) = state.withLock { state in
      state.start()
      return (state.starts, state.stops)
    }
    Task.detached { [self] in
      let error = await startSuspending(since: stops)
      queue.async { [self] in
        if let error { fail(starts, error) }
        handler?.call(error)
      }
    }
  }

  /// Stops the engine and its players after a start that has failed, unless a later start or a stop has followed.
  private func fail(_ starts: Int, _ error: CHHapticError) {
    let players = state.withLock { state -> Players in
      guard state.starts == starts, state.phase == .running else { return [:] }
      state.interrupt()
      return state.active
    }
    if players.isEmpty { return }
    stop(players) { _ in }
    for playback in players.keys { end(playback, error) }
  }

  /// Starts and suspends the task until the daemon has answered.
  ///
  /// - Parameter stops: the number of stops before the start.
  /// - Returns: the error of a start that failed.
  func startSuspending(since stops: Int) async -> CHHapticError? {
    let records: [DeviceRecord]
    do throws(ClientError) {
      try listen()
      records = try await client.devices(timeout: Self.waitLimit)
    } catch {
      return CHHapticError(start: error)
    }
    do throws(CHHapticError) { try begin(on: records, since: stops) } catch { return error }
    return nil
  }

  private func begin(on records: [DeviceRecord], since stops: Int) throws(CHHapticError) {
    guard records.supportHaptics(on: device) else { throw CHHapticError(.notSupported) }
    let obstacle = state.withLock { state -> String? in
      if state.isDestroyed { return "the engine was released" }
      if state.stops != stops { return "the engine was stopped during its start" }
      state.start()
      return nil
    }
    if let obstacle { throw CHHapticError(.engineNotRunning, obstacle) }
    noteActivity()
  }

  /// Receives events from now on. The stream ends with the client.
  private func listen() throws(ClientError) {
    let isFirst = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening
    }
    if !isFirst { return }
    let events: AsyncStream<ClientEvent>
    do throws(ClientError) { events = try client.events() } catch {
      state.withLock { $0.isListening = false }
      throw error
    }
    // A sandboxed application may not monitor; it gets `reset` and the ends of its playbacks.
    client.monitor([.devices, .status])
    let queue = queue
    Task.detached { [weak self] in
      for await event in events {
        queue.async { [weak self] in self?.receive(event) }
      }
    }
  }

  // MARK: Stopping

  /// Stops all players. The handler is called when the daemon has stopped them, or without a daemon; before it, the
  /// completion handlers of the players.
  func stop(reporting handler: Handler<CHHapticEngine.CompletionHandler>?) {
    let (generation, players) = state.withLock { state in
      state.stop()
      return (state.generation, state.active)
    }
    let playbacks = Array(players.keys)
    stop(players) { [weak self, queue] isLost in
      queue.async { [weak self] in
        if isLost { self?.lose(generation) }
        // The daemon's events of these ends may come later.
        for playback in playbacks { self?.end(playback, nil) }
        handler?.call(nil)
      }
    }
  }

  private func stop(_ players: Players, then report: @escaping StopReport) {
    // Waits for players that start at this moment on other threads.
    for (playback, player) in players { player.noteStop(of: playback) }
    stopAll(then: report)
  }

  /// Stops for a reason outside of the application, and calls its handler. Call this on the queue.
  func stop(because reason: CHHapticEngine.StoppedReason) {
    let (handler, players) = state.withLock { state -> (Handler<CHHapticEngine.StoppedHandler>?, Players) in
      // A player may have started since the time of the auto shutdown has passed.
      if state.phase != .running || reason == .idleTimeout && !state.active.isEmpty { return (nil, [:]) }
      if reason == .idleTimeout { state.rest() } else { state.stop() }
      return (state.stoppedHandler, state.active)
    }
    guard let handler else { return }
    // After the auto shutdown, a stop would end a player that starts the engine again at this moment.
    if reason != .idleTimeout { stop(players) { _ in } }
    handler.call(reason)
  }

  /// Ends everything when the engine is released.
  func destroy() {
    let (handler, players) = state.withLock { state in
      let handler = state.phase == .running ? state.stoppedHandler : nil
      state.stop()
      state.isDestroyed = true
      defer { state.active = [:] }
      return (handler, state.active)
    }
    if !players.isEmpty { stop(players) { _ in } }
    if let handler { queue.async { handler.call(.engineDestroyed) } }
  }

  // MARK: Auto shutdown

  /// Starts the time of the auto shutdown again. Paused players count as active.
  func noteActivity() {
    let activity = state.withLock { state -> Int? in
      state.activity += 1
      let isIdle = state.isAutoShutdownEnabled && state.phase == .running && state.active.isEmpty
      return isIdle ? state.activity : nil
    }
    guard let activity else { return }
    queue.asyncAfter(deadline: .now() + idleTimeout / .seconds(1)) { [weak self] in
      guard let self, state.withLock({ $0.activity == activity && $0.isAutoShutdownEnabled }) else { return }
      stop(because: .idleTimeout)
    }
  }
}

extension CHHapticError {
  init(start error: ClientError) {
    switch error {
    case .noDaemon, .noSocketPath, .newerProtocol: self.init(.serverInitFailed, "\(error)")
    case .timedOut, .busy: self.init(.engineStartTimeout, "\(error)")
    case .disconnected, .malformed: self.init(.serverInterrupted, "\(error)")
    case .system: self.init(.memoryError, "\(error)")
    default: self.init(.unknownError, "\(error)")
    }
  }
}
