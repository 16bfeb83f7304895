internal import HapticProtocol
internal import HapticSystem

extension Core {
  func setHandler(_ handler: Inbox.Handler?) {
    // Releases the old handler outside the lock, because its last reference may call this client.
    let old = withConnection { $0.inbox.setHandler(handler) }
    withExtendedLifetime(old) {}
  }

  func add(_ stream: AsyncStream<ClientEvent>.Continuation) -> UInt64 {
    withConnection { connection in
      // Wakes the reader thread, which connects only if there are streams.
      defer { connection.readerCounter?.raise() }
      return connection.inbox.addStream(stream)
    }
  }

  func removeStream(_ number: UInt64) {
    let stream = withConnection { $0.inbox.removeStream(number) }
    withExtendedLifetime(stream) {}
  }

  func hostDescriptor() throws(ClientError) -> Int32 {
    do throws(Errno) {
      return try withConnection { connection throws(Errno) in try connection.hostDescriptor() }
    } catch {
      throw .system(error)
    }
  }

  func dispatch(waiting timeout: Duration) throws(ClientError) {
    if timeout > .zero {
      let descriptor = try hostDescriptor()
      try? connect()
      do throws(Errno) { try waitUntilReadable(descriptor, timeout: timeout) } catch { throw .system(error) }
    }
    let now = Instant.now
    withConnection { $0.read(at: now) }
    deliver()
    try connect()
  }

  private func connect() throws(ClientError) {
    let now = Instant.now
    try withConnection { connection throws(ClientError) in
      try connection.connect(at: now)
      connection.sendLeftover()
    }
  }

  /// Calls the handler outside the lock. One thread at a time does this; it also delivers events that arrive
  /// meanwhile.
  private func deliver() {
    while let (handler, events) = withConnection({ $0.inbox.beginDelivery() }) {
      for event in events { handler(event) }
      withConnection { $0.inbox.endDelivery() }
    }
  }
}
