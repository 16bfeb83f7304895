internal import HapticProtocol
internal import HapticSystem

// Calls that neither wait nor ignore their verdict: a thread of the client passes it to a handler.

/// The verdict on a request, or the error of a connection that ended before it.
package typealias VerdictReport = @Sendable (Result<VerdictReply, ClientError>) -> Void

extension HapticClient {
  /// Plays a haptic without waiting, and reports the verdict before any event of the playback.
  ///
  /// - Parameter report: receives the verdict on a thread of the client; it must not wait.
  /// - Throws: a `ClientError` if nothing was sent; `report` is then not called.
  package func play(_ haptic: Haptic, reporting report: @escaping VerdictReport) throws(ClientError) {
    if let error = haptic.subject.name.error { throw error }
    guard let play = haptic.request else { return report(.success(.noHandle)) }
    try core.ask(.play(play), reporting: report)
  }

  /// Stops one playback of this client, or all of them for nil, without waiting, and reports the verdict.
  ///
  /// - Parameters:
  ///   - timeout: the maximum wait for the verdict; then the report is `.timedOut`. Nil waits as long as the connection
  ///   lasts.
  ///   - report: receives the verdict on a thread of the client; it must not wait.
  /// - Throws: a `ClientError` if nothing was sent, `.disconnected` without a connection; `report` is then not called.
  package func stop(
    _ playback: PlaybackID?, timeout: Duration? = nil, reporting report: @escaping VerdictReport
  ) throws(ClientError) {
    try core.ask(.stop(playback), timeout: timeout, reporting: report)
  }

  package var isConnected: Bool { core.isConnected }

  /// Closes the connection, which ends its playbacks. The next use of the client connects again.
  package func disconnect() { core.withConnection { $0.lose(.disconnected) } }
}

extension Core {
  /// Sends a request whose reply is a verdict, and returns without waiting for it.
  fileprivate func ask(
    _ request: Request, timeout: Duration? = nil, reporting report: @escaping VerdictReport
  ) throws(ClientError) {
    try startReader()
    let now = Instant.now
    try withConnection { connection throws(ClientError) in
      if request.isAboutOwnPlaybacks, !connection.isConnected { throw .disconnected }
      let serial = connection.nextSerial()
      // The reader thread may not get the lock during a burst of requests, and the daemon disconnects a client that does
      // not read its replies.
      defer { connection.readNowAndThen(at: now) }
      try connection.ask(.request(request), serial: serial, at: now)
      guard let timeout else {
        return connection.calls.begin(.reply(serial: serial), .handler { report($0.verdict) })
      }
      connection.calls.begin(
        .reply(serial: serial), .handler({ report($0.verdict) }, timeout: timeout, deadline: now + timeout))
      // The reader thread checks the deadline.
      connection.readerCounter?.raise()
    }
  }
}

extension Result<Answer, ClientError> {
  fileprivate var verdict: Result<VerdictReply, ClientError> {
    flatMap { answer in
      guard case .reply(.verdict(let verdict)) = answer else { return .failure(.unexpectedReply) }
      return .success(verdict)
    }
  }
}
