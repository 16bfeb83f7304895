public import HapticProtocol
internal import HapticSystem

// Asynchronous variants: they suspend the task instead of blocking the thread. The first one starts the reader
// thread, which reads and checks the timeouts.

extension HapticClient {
  /// Plays a haptic and waits for its verdict. Cancelling the task ends the wait, not the haptic.
  public func play(_ haptic: Haptic, timeout: Duration) async throws(ClientError) -> VerdictReply {
    guard let play = haptic.request else { return .noHandle }
    return try await verdict(on: .request(.play(play)), naming: haptic.subject.name, timeout)
  }

  /// Waits for the end of a playback. Returns at once for one of the last 32 that ended.
  public func end(of playback: PlaybackID, timeout: Duration) async throws(ClientError) -> Finished {
    try await core.end(of: playback, timeout)
  }

  /// Stops one playback of this client, or all of them if `playback` is nil, and waits for the verdict.
  public func stop(_ playback: PlaybackID?, timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .stop(playback), timeout)
  }

  /// Stops the playbacks of all clients and waits for the verdict.
  public func stopEverything(timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .stopEverything, timeout)
  }

  /// All force feedback devices that the daemon knows, including those that it ignores.
  public func devices(timeout: Duration = .seconds(1)) async throws(ClientError) -> [DeviceRecord] {
    try await core.call(.request(.devices), timeout).devices
  }

  /// The daemon's counters.
  public func statistics(
    resetting: Bool = false, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> StatisticsReport {
    try await core.call(.request(.statistics(resetting: resetting)), timeout).statistics
  }

  /// The latest requests of all clients with their verdicts, oldest first.
  public func history(
    after number: UInt64 = 0, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> [Observed] {
    var pages = HistoryPages(after: number, timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).history)
    } while !pages.areComplete
    return pages.records
  }

  /// The settings and circumstances in force in the daemon.
  public func status(timeout: Duration = .seconds(1)) async throws(ClientError) -> Status {
    try await core.call(.request(.status), timeout).status
  }

  /// Makes the daemon read the settings files and the theme, and waits until they are in force.
  public func reload(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .reload, timeout)
  }

  /// The active and waiting playbacks of all clients.
  public func playing(timeout: Duration = .seconds(1)) async throws(ClientError) -> [PlayingRecord] {
    var pages = PlayingPages(timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).playing)
    } while !pages.areComplete
    return pages.records
  }

  /// All feedbacks of the daemon, in its order.
  public func feedbacks(timeout: Duration = .seconds(1)) async throws(ClientError) -> [FeedbackRecord] {
    var pages = FeedbackPages(timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).feedbacks)
    } while !pages.areComplete
    return pages.records
  }

  /// Sends an action for one playback of this client and waits for the verdict.
  public func steer(
    _ playback: PlaybackID, _ action: Request.Transport.Action, at moment: Instant? = nil, timeout: Duration
  ) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .transport(Request.Transport(playback, action, at: moment)), timeout)
  }

  func verdict(on request: Request, _ timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await core.call(.request(request), timeout).verdict
  }
}

extension Prepared {
  /// Prepares it again and waits for the verdict.
  public func verdict(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    guard let question else { return .noHandle }
    return try await client.verdict(on: question, naming: name, timeout)
  }
}

extension Core {
  /// Sends the question as soon as the socket has room, and waits for the reply.
  func call(_ question: Question, _ timeout: Duration) async throws(ClientError) -> Reply {
    let deadline = Instant.now + timeout
    while true {
      do throws(ClientError) {
        return try await ask(question, until: deadline, timeout)
      } catch {
        guard case .busy = error, Instant.now < deadline else { throw error }
      }
      try await room(until: deadline, timeout)
    }
  }

  /// Waits until the socket has room for another packet.
  private func room(until deadline: Instant, _ timeout: Duration) async throws(ClientError) {
    let key = withConnection { $0.calls.newKeyForRoom() }
    do throws(ClientError) {
      _ = try await suspend(on: key, until: deadline, timeout) { _, _ in }
    } catch {
      switch error {
      // A new connection has room.
      case .disconnected: return
      case .timedOut: throw .busy
      default: throw error
      }
    }
  }

  private func ask(
    _ question: Question, until deadline: Instant, _ timeout: Duration
  ) async throws(ClientError) -> Reply {
    let serial = withConnection { $0.nextSerial() }
    let answer = try await suspend(on: .reply(serial: serial), until: deadline, timeout) {
      connection, now throws(ClientError) in
      try connection.ask(question, serial: serial, at: now)
    }
    guard case .reply(let reply) = answer else { throw .unexpectedReply }
    return reply
  }

  fileprivate func end(of playback: PlaybackID, _ timeout: Duration) async throws(ClientError) -> Finished {
    let key = withConnection { $0.calls.newKey(forEndOf: playback) }
    let answer = try await suspend(on: key, until: .now + timeout, timeout) { _, _ in }
    guard case .end(let finished) = answer else { throw .unexpectedReply }
    return finished
  }

  private func suspend(
    on key: Key, until deadline: Instant, _ timeout: Duration,
    _ start: @Sendable (inout Connection, Instant) throws(ClientError) -> Void
  ) async throws(ClientError) -> Answer {
    try startReader()
    let now = Instant.now
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Answer, ClientError>, Never>) in
        let failure = withConnection { connection -> ClientError? in
          if Task.isCancelled { return .cancelled }
          // Registers the wait only now, so that a connection that is lost during `start` does not fail this call.
          do throws(ClientError) { try start(&connection, now) } catch { return error }
          connection.calls.begin(key, .task(continuation, timeout: timeout, deadline: deadline))
          connection.failIfLost(key)
          connection.readerCounter?.raise()
          return nil
        }
        if let failure { continuation.resume(returning: .failure(failure)) }
      }
    } onCancel: {
      withConnection { $0.calls.answer(key, with: .failure(.cancelled)) }
    }
    return try result.get()
  }
}
