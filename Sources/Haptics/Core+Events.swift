internal import HapticProtocol
internal import HapticSystem

extension Core {
  func setHandler(_ handler: Inbox.Handler?) {
    // The old one goes outside the lock: it may hold the last reference to something that comes back here.
    let old = withConnection { $0.inbox.setHandler(handler) }
    withExtendedLifetime(old) {}
  }

  func add(_ stream: AsyncStream<ClientEvent>.Continuation) -> UInt64 {
    withConnection { connection in
      // The reader may sleep for ever: without a stream a missing connection was none of its business.
      defer { connection.readerCounter?.raise() }
      return connection.inbox.addStream(stream)
    }
  }

  func removeStream(_ number: UInt64) {
    let stream = withConnection { $0.inbox.removeStream(number) }
    withExtendedLifetime(stream) {}
  }

  func hostDescriptor() throws(ClientError) -> Int32 {
    let result = withConnection { connection -> Result<Int32, Errno> in
      do throws(Errno) { return .success(try connection.hostDescriptor()) } catch { return .failure(error) }
    }
    do throws(Errno) { return try result.get() } catch { throw .system(error) }
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
    let failure = withConnection { connection -> ClientError? in
      do throws(ClientError) { try connection.connect(at: now) } catch { return error }
      connection.sendLeftover()
      return nil
    }
    if let failure { throw failure }
  }

  /// Calls the handler, outside the lock. One thread at a time does so; what comes meanwhile is its to deliver.
  private func deliver() {
    while let (handler, events) = withConnection({ $0.inbox.beginDelivery() }) {
      for event in events { handler(event) }
      withConnection { $0.inbox.endDelivery() }
    }
  }
}
