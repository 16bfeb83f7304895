public import HapticProtocol
internal import HapticSystem

// Calls that wait for the daemon suspend the task. The first one starts the reader thread, which reads and checks the
// timeouts.

extension HapticClient {
  /// Plays a haptic and waits for its verdict. Cancelling the task ends the wait, not the haptic.
  ///
  /// - Throws: a `ClientError` if there is no verdict; `.unknownFeedback` with the most similar name if the daemon
  ///   does not know the name. All other refusals are verdicts.
  public func play(_ haptic: Haptic, timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: haptic.request.map { .request(.play($0)) }, naming: haptic.subject.name, timeout)
  }

  /// Waits for the end of a playback. Returns at once for one of the last 32 that ended, so that the end cannot be
  /// missed after the verdict.
  ///
  /// - Throws: `.timedOut` if it did not end in time, `.disconnected` if the connection ended.
  public func end(of playback: PlaybackID, timeout: Duration) async throws(ClientError) -> Finished {
    try await core.end(of: playback, timeout)
  }

  /// Stops one playback of this client, or all of them if `playback` is nil, and waits for the verdict with their
  /// `count`. Without a connection, nothing plays, and the verdict is `.done` for none.
  public func stop(_ playback: PlaybackID?, timeout: Duration) async throws(ClientError) -> VerdictReply {
    guard core.isConnected else { return .nothingPlays }
    return try await verdict(on: .stop(playback), timeout)
  }

  /// Stops the playbacks of all clients and waits for the verdict with their `count`.
  public func stopEverything(timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .stopEverything, timeout)
  }

  /// All force feedback devices that the daemon knows, including those that it ignores.
  public func devices(timeout: Duration = .seconds(1)) async throws(ClientError) -> [DeviceRecord] {
    try await list(DevicesQuery(), timeout: timeout)
  }

  /// All feedbacks of the daemon, in its order, with their patterns and themes.
  public func feedbacks(timeout: Duration = .seconds(1)) async throws(ClientError) -> [FeedbackRecord] {
    try await list(FeedbacksQuery(), timeout: timeout)
  }

  /// Makes the daemon read the settings files and the theme, and waits until they are in force. Without this call,
  /// the daemon notices a changed file by itself a moment later.
  ///
  /// - Returns: `.done`; `.notPermitted` in a sandbox, or `.limit` if the requests come faster than files are read.
  public func reload(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .reload, timeout)
  }

  /// Sends an action for one playback of this client and waits for the verdict.
  public func steer(
    _ playback: PlaybackID, _ action: Action, at moment: Instant? = nil, timeout: Duration
  ) async throws(ClientError) -> VerdictReply {
    try await verdict(on: .transport(Request.Transport(playback, action, at: moment)), timeout)
  }

  func verdict(on request: Request, _ timeout: Duration) async throws(ClientError) -> VerdictReply {
    try await core.call(.request(request), timeout).verdict
  }
}

extension Prepared {
  /// Prepares it again and waits for the verdict.
  ///
  /// - Returns: `.done` with the number of resident levels in `count`, or a refusal such as `.noActuator`; `.limit`
  ///   without a handle, and for a pattern beyond the limits of `HapticClient.define(_:category:for:)`.
  /// - Throws: `.unknownFeedback` with the most similar name if the daemon does not know the name.
  public func verdict(timeout: Duration = .seconds(1)) async throws(ClientError) -> VerdictReply {
    try await client.verdict(on: question, naming: name, timeout)
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
    let key = Key.room(ticket: withConnection { $0.calls.newTicket() })
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
    let key = Key.end(playback, ticket: withConnection { $0.calls.newTicket() })
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
          let resume: AnswerHandler = { continuation.resume(returning: $0) }
          connection.calls.begin(key, .handler(resume, timeout: timeout, deadline: deadline))
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
