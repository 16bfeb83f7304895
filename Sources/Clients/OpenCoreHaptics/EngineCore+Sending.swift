internal import Dispatch
internal import HapticPatterns
internal import Haptics
internal import Synchronization

// Commands for playbacks. A stop or a pause that is lost would leave a motor on, so none is: commands wait in order while
// the socket is full. If the daemon reads nothing until `stopLimit`, the connection is closed, which ends its playbacks.

extension EngineCore {
  /// Changes a playback now, or as soon as the socket has room.
  func change(_ playback: PlaybackID, _ action: HapticClient.Action, at moment: Instant? = nil) {
    change(playback, Command(change: .action(action), moment: moment))
  }

  func change(_ playback: PlaybackID, _ command: Command) { send(.change(playback, command)) }

  /// Stops all playbacks of the engine now, or as soon as the socket has room.
  ///
  /// - Parameter report: always called once: when they have stopped, or when the connection is closed.
  func stopAll(then report: @escaping StopReport) { send(.stopAll(report)) }

  /// Sends a play after all waiting commands, such as a stop of all playbacks.
  ///
  /// - Throws: a `ClientError` if nothing was sent.
  func play(_ haptic: Haptic, reporting report: @escaping VerdictReport) throws(ClientError) {
    if !backlog.withLock({ $0.isEmpty || $0.flush(transmit) }) { throw .busy }
    try client.play(haptic, reporting: report)
  }

  private func send(_ item: Backlog.Item) {
    backlog.withLock { backlog in
      guard let unsent = backlog.isEmpty ? transmit(item) : item else { return }
      backlog.add(unsent.withTime(from: .now), at: .now)
      if backlog.flush(transmit) || backlog.isScheduled { return }
      backlog.isScheduled = true
      retry(in: .milliseconds(2))
    }
  }

  /// - Returns: the part that waits for room in the socket; nil if all of it was sent.
  private func transmit(_ item: Backlog.Item) -> Backlog.Item? {
    switch item {
    case .stopAll(let report): return transmitStop(report) ? nil : item
    case .change(let playback, let command):
      // Without a connection, nothing plays.
      guard let unsent = client.unsentPart(of: command, to: playback), client.isConnected else { return nil }
      return .change(playback, unsent)
    }
  }

  /// - Returns: false if the socket is full.
  private func transmitStop(_ report: @escaping StopReport) -> Bool {
    do throws(ClientError) {
      try client.stop(nil, timeout: stopLimit) { [weak self] result in
        switch result {
        case .success, .failure(.unexpectedReply): report(false)
        case .failure(.timedOut):
          // Not here, because this thread may hold the lock of the backlog.
          DispatchQueue.global().async { [weak self] in
            self?.disconnect()
            report(true)
          }
        case .failure: report(true)
        }
      }
    } catch {
      if case .busy = error { return false }
      // Without a connection, nothing plays.
      report(false)
    }
    return true
  }

  // MARK: Retrying

  /// The longest time between two attempts.
  private static let longestPause = Duration.milliseconds(50)

  /// Not on the engine's queue, which a handler of the application may block.
  private func retry(in pause: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
      self?.retry(after: pause)
    }
  }

  private func retry(after pause: Duration) {
    let isOver = backlog.withLock { backlog in
      backlog.isScheduled = false
      guard !backlog.flush(transmit), let since = backlog.since else { return false }
      if since + stopLimit <= .now { return true }
      backlog.isScheduled = true
      retry(in: min(pause * 2, Self.longestPause))
      return false
    }
    if isOver { disconnect() }
  }

  /// Closes the connection to a daemon that does not respond.
  private func disconnect() {
    let generation = state.withLock { $0.generation }
    client.disconnect()
    for report in backlog.withLock({ $0.removeAll() }) { report(true) }
    queue.async { [weak self] in self?.lose(generation) }
  }
}

extension Backlog.Item {
  /// The same with the time of a parameter counted from now, not from the time at which it is sent.
  fileprivate func withTime(from now: Instant) -> Backlog.Item {
    guard case .change(let playback, var command) = self, case .parameter(let parameter) = command.change,
      command.moment == nil, parameter.time > .zero
    else { return self }
    command.moment = now
    return .change(playback, command)
  }
}

extension HapticClient {
  /// Sends a command.
  ///
  /// - Returns: the part that was not sent: the command, or the further pieces of a curve; nil if all of it was sent.
  fileprivate func unsentPart(of command: Command, to playback: PlaybackID) -> Command? {
    switch command.change {
    case .action(let action): perform(action, on: playback, at: command.moment) ? nil : command
    case .parameter(let parameter): send([parameter], to: playback, at: command.moment) ? nil : command
    case .curve(let curve):
      unsentPart(of: curve, for: playback, at: command.moment).map { Command(change: .curve($0), moment: $1) }
    }
  }
}
