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
  /// - Parameter report: receives the verdict on a thread of the client; it must not wait.
  /// - Throws: a `ClientError` if nothing was sent, `.disconnected` without a connection; `report` is then not called.
  package func stop(_ playback: PlaybackID?, reporting report: @escaping VerdictReport) throws(ClientError) {
    try core.ask(.stop(playback), reporting: report)
  }
}

extension Core {
  /// Sends a request whose reply is a verdict, and returns without waiting for it.
  fileprivate func ask(_ request: Request, reporting report: @escaping VerdictReport) throws(ClientError) {
    try startReader()
    let now = Instant.now
    try withConnection { connection throws(ClientError) in
      if request.isAboutOwnPlaybacks, !connection.isConnected { throw .disconnected }
      let serial = connection.nextSerial()
      try connection.ask(.request(request), serial: serial, at: now)
      connection.calls.begin(.reply(serial: serial), .handler { report($0.verdict) })
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
