public import HapticProtocol
internal import HapticSystem
internal import Synchronization

// The same calls for tasks: they suspend where the others block. The reader's thread, started for the first of them,
// reads and keeps the time.

extension HapticClient {
  /// Plays a haptic and waits for its verdict. Cancelling the task ends the waiting, not the haptic.
  public func play(_ haptic: Haptic, timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await core.call(.play(Request.Play(haptic)), timeout).verdict
  }

  /// Waits until a playback ended; one of the last 32 that ended counts too.
  public func end(of playback: PlaybackID, timeout: Duration) async throws(ClientError) -> Finished {
    try await core.end(of: playback, timeout)
  }

  /// Stops one playback of this client, or with nil all of them, and waits for the verdict.
  public func stop(_ playback: PlaybackID?, timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await core.call(.stop(playback), timeout).verdict
  }

  /// Stops the playbacks of every client, and waits for the verdict.
  public func stopEverything(timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await core.call(.stopEverything, timeout).verdict
  }

  /// Every force-feedback device the daemon knows, also those it leaves alone.
  public func devices(timeout: Duration = .seconds(1)) async throws(ClientError) -> [DeviceRecord] {
    try await core.call(.devices, timeout).devices
  }

  /// The daemon's counters.
  public func statistics(
    resetting: Bool = false, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> StatisticsReport {
    try await core.call(.statistics(resetting: resetting), timeout).statistics
  }
}

extension Core {
  fileprivate func call(_ request: Request, _ timeout: Duration) async throws(ClientError) -> Reply {
    let serial = connection.withLock { $0.nextSerial() }
    let answer = try await suspend(on: .reply(serial: serial), timeout) { connection, now throws(ClientError) in
      try connection.send(RequestPacket(serial: serial, request), at: now)
    }
    guard case .reply(let reply) = answer else { throw .unexpectedReply }
    return reply
  }

  fileprivate func end(of playback: PlaybackID, _ timeout: Duration) async throws(ClientError) -> Finished {
    let key = connection.withLock { $0.calls.newKey(forEndOf: playback) }
    guard case .end(let finished) = try await suspend(on: key, timeout, { _, _ in }) else { throw .unexpectedReply }
    return finished
  }

  private func suspend(
    on key: Key, _ timeout: Duration,
    _ start: @Sendable (inout Connection, Instant) throws(ClientError) -> Void
  ) async throws(ClientError) -> Answer {
    try startReader()
    let now = Instant.now
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Answer, ClientError>, Never>) in
        connection.withLock { connection in
          if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
          // Known to wait only now: what ends with a connection lost on the way is not this call.
          do throws(ClientError) { try start(&connection, now) } catch {
            return continuation.resume(returning: .failure(error))
          }
          connection.calls.begin(key, .task(continuation, timeout: timeout, deadline: now + timeout))
          connection.failIfLost(key)
          connection.readerCounter?.raise()
        }
      }
    } onCancel: {
      connection.withLock { $0.calls.answer(key, with: .failure(.cancelled)) }
    }
    return try result.get()
  }
}
