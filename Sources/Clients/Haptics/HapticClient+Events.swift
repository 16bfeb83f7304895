public import HapticProtocol
internal import HapticSystem

extension HapticClient {
  /// Selects the events about other clients and about devices; the empty scope selects none. Stays in force across
  /// connections. Does not wait.
  ///
  /// - Returns: whether the request was sent now; otherwise it is sent after the next connection.
  @discardableResult
  public func monitor(_ scope: MonitorScope) -> Bool {
    core.withConnection { connection in
      connection.scope = scope
      return (try? connection.post(RequestPacket(.monitor(scope)), at: .now)) != nil
    }
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
    let number = core.withConnection { connection in
      // Wakes the reader thread, which connects only if there are streams.
      defer { connection.readerCounter?.raise() }
      return connection.inbox.addStream(continuation)
    }
    continuation.onTermination = { [weak core] _ in
      let stream = core?.withConnection { $0.inbox.removeStream(number) }
      withExtendedLifetime(stream) {}
    }
    return stream
  }

  /// A descriptor for the application's event loop: while it is readable, call `dispatch()`. It stays the same for
  /// the life of the client, across connections. The client owns it: do not read or close it.
  ///
  /// - Throws: `.system` if the system cannot create a descriptor.
  public var fileDescriptor: Int32 {
    get throws(ClientError) { try core.hostDescriptor() }
  }

  /// Sets the handler of events, or removes it with nil. `dispatch()` calls it, in the order of the events. After this
  /// call, the former handler is not called any more, except on a thread that is calling it at this moment.
  public func onEvent(_ handler: (@Sendable (ClientEvent) -> Void)?) { core.setHandler(handler) }

  /// Reads the received packets and calls the handler for each event. Connects if there is no connection and the
  /// back-off permits it.
  ///
  /// - Parameter timeout: the maximum wait for a packet if none has arrived; zero does not wait.
  /// - Throws: `.noDaemon` or `.noSocketPath` if there is no connection, after the events of the last one; with a
  ///   timeout, only after it has passed.
  public func dispatch(waiting timeout: Duration = .zero) throws(ClientError) {
    if timeout > .zero {
      let descriptor = try core.hostDescriptor()
      try? core.connect()
      do throws(Errno) { try waitUntilReadable(descriptor, timeout: timeout) } catch { throw .system(error) }
    }
    let now = Instant.now
    core.withConnection { $0.read(at: now) }
    core.deliver()
    try core.connect()
  }
}

extension Core {
  func setHandler(_ handler: Inbox.Handler?) {
    // Releases the old handler outside the lock, because its last reference may call this client.
    let old = withConnection { $0.inbox.setHandler(handler) }
    withExtendedLifetime(old) {}
  }

  fileprivate func hostDescriptor() throws(ClientError) -> Int32 {
    do throws(Errno) {
      return try withConnection { connection throws(Errno) in try connection.hostDescriptor() }
    } catch {
      throw .system(error)
    }
  }

  fileprivate func connect() throws(ClientError) {
    let now = Instant.now
    try withConnection { connection throws(ClientError) in
      try connection.connect(at: now)
      connection.sendLeftover()
    }
  }

  /// Calls the handler outside the lock. One thread at a time does this; it also delivers events that arrive
  /// meanwhile. Reads the handler for each event, because an event may change it; without a handler, events are dropped.
  fileprivate func deliver() {
    while let events = withConnection({ $0.inbox.beginDelivery() }) {
      for event in events { withConnection({ $0.inbox.handler })?(event) }
      withConnection { $0.inbox.endDelivery() }
    }
  }
}
