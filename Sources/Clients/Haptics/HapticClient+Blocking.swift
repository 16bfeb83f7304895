public import HapticProtocol
public import HapticSystem

extension HapticClient {
  /// The calls that wait for the daemon, as calls that block the thread: for programs without concurrency, such as
  /// command-line tools. Do not use them in a task or on a user interface's thread.
  ///
  /// ```swift
  /// let reply = try haptics.blocking.play(.init(.error), timeout: .seconds(1))
  /// ```
  public var blocking: Blocking { Blocking(client: self) }

  /// The blocking calls of a client. Each does the same as the asynchronous call of the same name.
  public struct Blocking: Sendable {
    let client: HapticClient

    /// See `HapticClient.play(_:timeout:)`.
    public func play(_ haptic: Haptic, timeout: Duration) throws(ClientError) -> VerdictReply {
      try client.verdict(on: haptic.request.map { .request(.play($0)) }, naming: haptic.subject.name, timeout)
    }

    /// See `HapticClient.end(of:timeout:)`.
    public func end(of playback: PlaybackID, timeout: Duration) throws(ClientError) -> Finished {
      try client.core.end(of: playback, timeout)
    }

    /// See `HapticClient.stop(_:timeout:)`.
    public func stop(_ playback: PlaybackID?, timeout: Duration) throws(ClientError) -> VerdictReply {
      guard client.core.isConnected else { return .nothingPlays }
      return try client.verdict(on: .stop(playback), timeout)
    }

    /// See `HapticClient.stopEverything(timeout:)`.
    public func stopEverything(timeout: Duration) throws(ClientError) -> VerdictReply {
      try client.verdict(on: .stopEverything, timeout)
    }

    /// See `HapticClient.devices(timeout:)`.
    public func devices(timeout: Duration = .seconds(1)) throws(ClientError) -> [DeviceRecord] {
      try list(DevicesQuery(), timeout: timeout)
    }

    /// See `HapticClient.feedbacks(timeout:)`.
    public func feedbacks(timeout: Duration = .seconds(1)) throws(ClientError) -> [FeedbackRecord] {
      try list(FeedbacksQuery(), timeout: timeout)
    }

    /// See `HapticClient.reload(timeout:)`.
    public func reload(timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
      try client.verdict(on: .reload, timeout)
    }

    /// See `Prepared.verdict(timeout:)`.
    public func verdict(of prepared: Prepared, timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
      try client.verdict(on: prepared.question, naming: prepared.name, timeout)
    }

    /// See `HapticClient.steer(_:_:at:timeout:)`.
    public func steer(
      _ playback: PlaybackID, _ action: HapticClient.Action, at moment: Instant? = nil, timeout: Duration
    ) throws(ClientError) -> VerdictReply {
      try client.verdict(on: .transport(Request.Transport(playback, action, at: moment)), timeout)
    }
  }

  func verdict(on request: Request, _ timeout: Duration) throws(ClientError) -> VerdictReply {
    try core.call(.request(request), timeout).verdict
  }
}
