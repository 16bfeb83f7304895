public import HapticProtocol
internal import HapticSystem

extension HapticClient {
  /// Chooses what of others' doings this client sees, as events; the empty scope ends it. Holds for later connections
  /// too. Does not wait.
  ///
  /// - Returns: whether the daemon was told now; otherwise it is told when there is one.
  @discardableResult
  public func monitor(_ scope: MonitorScope) -> Bool { core.monitor(scope) }

  /// Everything the daemon tells this client from now on. A thread reads for it, and connects again by itself, while
  /// any stream lives.
  ///
  /// A stream that is not read keeps the newest 1,024 events.
  ///
  /// - Throws: `.system` where the system has no thread or descriptor left.
  public func events() throws(ClientError) -> AsyncStream<ClientEvent> {
    try core.startReader()
    let (stream, continuation) = AsyncStream.makeStream(of: ClientEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let number = core.add(continuation)
    continuation.onTermination = { [weak core] _ in core?.removeStream(number) }
    return stream
  }

  /// A descriptor for the application's own loop: while it can be read, `dispatch()` has something to do. The same for
  /// the client's whole life, also across connections. It is the client's: watch it, do not read or close it.
  ///
  /// - Throws: `.system` where the system has no descriptor left.
  public var fileDescriptor: Int32 {
    get throws(ClientError) { try core.hostDescriptor() }
  }

  /// Sets who hears of events, or with nil nobody. It is called inside `dispatch()`, in order, never elsewhere.
  public func onEvent(_ handler: (@Sendable (ClientEvent) -> Void)?) { core.setHandler(handler) }

  /// Reads what has come and calls the handler for it. Connects, if there is no connection and the back-off allows.
  ///
  /// - Parameter timeout: how long to wait for something to come, if nothing has; zero does not wait.
  /// - Throws: `.noDaemon` or `.noSocketPath` where there is no connection, after the events of the last one; with a
  ///   timeout, not before that has passed.
  public func dispatch(waiting timeout: Duration = .zero) throws(ClientError) { try core.dispatch(waiting: timeout) }
}
