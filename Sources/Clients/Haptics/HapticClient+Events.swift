public import HapticProtocol
internal import HapticSystem

extension HapticClient {
  /// Selects the events about other clients and about devices; the empty scope selects none. Stays in force across
  /// connections. Does not wait.
  ///
  /// - Returns: whether the request was sent now; otherwise it is sent after the next connection.
  @discardableResult
  public func monitor(_ scope: MonitorScope) -> Bool {
    core.withConnection { $0.monitor(scope, at: .now) }
  }

  /// Returns a stream of the daemon's events. While a stream exists, a thread reads for it and connects again by
  /// itself.
  ///
  /// A stream that is not read keeps the latest 1,024 events.
  ///
  /// - Throws: `.system` if the system cannot create a thread or a descriptor.
  public func events() throws(ClientError) -> AsyncStream<ClientEvent> {
    try core.startReader()
    let (stream, continuation) = AsyncStream.makeStream(of: ClientEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let number = core.add(continuation)
    continuation.onTermination = { [weak core] _ in core?.removeStream(number) }
    return stream
  }

  /// A descriptor for the application's event loop: while it is readable, call `dispatch()`. It stays the same for
  /// the life of the client, across connections. The client owns it: do not read or close it.
  ///
  /// - Throws: `.system` if the system cannot create a descriptor.
  public var fileDescriptor: Int32 {
    get throws(ClientError) { try core.hostDescriptor() }
  }

  /// Sets the handler of events, or removes it with nil. `dispatch()` calls it, in the order of the events.
  public func onEvent(_ handler: (@Sendable (ClientEvent) -> Void)?) { core.setHandler(handler) }

  /// Reads the received packets and calls the handler for each event. Connects if there is no connection and the
  /// back-off permits it.
  ///
  /// - Parameter timeout: the maximum wait for a packet if none has arrived; zero does not wait.
  /// - Throws: `.noDaemon` or `.noSocketPath` if there is no connection, after the events of the last one; with a
  ///   timeout, only after it has passed.
  public func dispatch(waiting timeout: Duration = .zero) throws(ClientError) { try core.dispatch(waiting: timeout) }
}
