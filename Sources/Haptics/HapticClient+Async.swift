public import HapticProtocol
internal import HapticSystem

// The same calls for tasks: they suspend where the others block. The reader's thread, started for the first of them,
// reads and keeps the time.

extension HapticClient {
  /// Plays a haptic and waits for its verdict. Cancelling the task ends the waiting, not the haptic.
  public func play(_ haptic: Haptic, timeout: Duration) async throws(ClientError) -> VerdictReply {
    guard let play = haptic.request else { return .noHandle }
    return try await verdict(on: .request(.play(play)), naming: haptic.subject.name, timeout)
  }

  /// Waits until a playback ended; one of the last 32 that ended counts too.
  public func end(of playback: PlaybackID, timeout: Duration) async throws(ClientError) -> Finished {
    try await core.end(of: playback, timeout)
  }

  /// Stops one playback of this client, or with nil all of them, and waits for the verdict.
  public func stop(_ playback: PlaybackID?, timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .stop(playback), timeout)
  }

  /// Stops the playbacks of every client, and waits for the verdict.
  public func stopEverything(timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .stopEverything, timeout)
  }

  /// Every force-feedback device the daemon knows, also those it leaves alone.
  public func devices(timeout: Duration = .seconds(1)) async throws(ClientError) -> [DeviceRecord] {
    try await core.call(.request(.devices), timeout).devices
  }

  /// The daemon's counters.
  public func statistics(
    resetting: Bool = false, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> StatisticsReport {
    try await core.call(.request(.statistics(resetting: resetting)), timeout).statistics
  }

  /// What became of the latest requests of all clients, oldest first.
  public func history(
    after number: UInt64 = 0, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> [Observed] {
    var pages = HistoryPages(after: number, timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).history)
    } while !pages.areComplete
    return pages.records
  }

  /// What is in force in the daemon.
  public func status(timeout: Duration = .seconds(1)) async throws(ClientError) -> Status {
    try await core.call(.request(.status), timeout).status
  }

  /// Has the daemon read the preference files and the theme, and waits until they are in force.
  public func reload(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .reload, timeout)
  }

  /// The playbacks of all clients that run or wait for their start.
  public func playing(timeout: Duration = .seconds(1)) async throws(ClientError) -> [PlayingRecord] {
    var pages = PlayingPages(timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).playing)
    } while !pages.areComplete
    return pages.records
  }

  /// Every feedback that the daemon knows, in its order.
  public func feedbacks(timeout: Duration = .seconds(1)) async throws(ClientError) -> [FeedbackRecord] {
    var pages = FeedbackPages(timeout)
    repeat {
      pages.take(try await core.call(.request(pages.request), pages.remainingTime).feedbacks)
    } while !pages.areComplete
    return pages.records
  }

  /// Steers one playback of this client, and waits for the verdict.
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
  /// Prepares it again and waits for the daemon's word on that.
  public func verdict(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    guard let question else { return .noHandle }
    return try await client.verdict(on: question, naming: name, timeout)
  }
}

extension Core {
  /// Asks as soon as the daemon has room for the question, and waits for the reply.
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

  /// Waits until the socket may take another packet.
  private func room(until deadline: Instant, _ timeout: Duration) async throws(ClientError) {
    let key = withConnection { $0.calls.newKeyForRoom() }
    do throws(ClientError) {
      _ = try await suspend(on: key, until: deadline, timeout) { _, _ in }
    } catch {
      switch error {
      // The next daemon has room.
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
          // Known to wait only now: what ends with a connection lost on the way is not this call.
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
