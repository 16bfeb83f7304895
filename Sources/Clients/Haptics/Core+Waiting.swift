internal import HapticProtocol
internal import HapticSystem

// A waiting thread also reads. Several threads can wait: each polls the socket and its own counter. The thread that
// receives a packet passes it to the call that waits for it and raises its counter. A client that waits now and then
// therefore needs no thread.

extension Core {
  func call(_ question: Question, _ timeout: Duration) throws(ClientError) -> Reply {
    let deadline = Instant.now + timeout
    let counter = try makeCounter()
    let key = try ask(question, on: counter, until: deadline)
    guard case .reply(let reply) = try wait(for: key, on: counter, until: deadline, timeout) else {
      throw .unexpectedReply
    }
    return reply
  }

  func end(of playback: PlaybackID, _ timeout: Duration) throws(ClientError) -> Finished {
    let deadline = Instant.now + timeout
    let counter = try makeCounter()
    let key = withConnection { connection in
      let key = Key.end(playback, ticket: connection.calls.newTicket())
      connection.calls.begin(key, .thread(counter))
      connection.failIfLost(key)
      return key
    }
    guard case .end(let finished) = try wait(for: key, on: counter, until: deadline, timeout) else {
      throw .unexpectedReply
    }
    return finished
  }

  /// Sends a question under a new serial, as soon as the socket has room.
  ///
  /// - Throws: `.busy` if the socket has no room in time.
  private func ask(
    _ question: Question, on counter: EventCounter, until deadline: Instant
  ) throws(ClientError) -> Key {
    while true {
      do throws(ClientError) {
        return try withConnection { connection throws(ClientError) in
          let serial = connection.nextSerial()
          try connection.ask(question, serial: serial, at: .now)
          connection.calls.begin(.reply(serial: serial), .thread(counter))
          return .reply(serial: serial)
        }
      } catch {
        guard case .busy = error, Instant.now < deadline else { throw error }
      }
      // Reads meanwhile: the daemon disconnects a client that does not read its replies.
      let descriptor = withConnection { connection in
        connection.read(at: .now)
        return connection.descriptor
      }
      try sleep(on: descriptor, isSending: true, or: counter, for: max(deadline - .now, .zero))
    }
  }

  private func wait(
    for key: Key, on counter: EventCounter, until deadline: Instant, _ timeout: Duration
  ) throws(ClientError) -> Answer {
    while true {
      let now = Instant.now
      let (answer, descriptor, isSending) = withConnection { connection in
        connection.read(at: now)
        connection.sendLeftover()
        let answer = connection.calls.take(key)
        if answer == nil, now >= deadline { connection.calls.abandon(key) }
        return (answer, connection.descriptor, connection.hasLeftover)
      }
      if let answer { return try answer.get() }
      if now >= deadline { throw .timedOut(timeout) }
      try sleep(on: descriptor, isSending: isSending, or: counter, for: deadline - now)
    }
  }

  func makeCounter() throws(ClientError) -> EventCounter {
    do throws(Errno) { return try EventCounter() } catch { throw .system(error) }
  }

  /// Waits for the descriptor or the counter. Another thread may close the descriptor meanwhile; the counter then
  /// wakes this thread.
  func sleep(
    on descriptor: Int32, isSending: Bool, or counter: EventCounter, for duration: Duration
  ) throws(ClientError) {
    do throws(Errno) {
      try waitUntilReadable(descriptor, isSending: isSending, or: counter.rawValue, timeout: duration)
    } catch {
      throw .system(error)
    }
  }
}
