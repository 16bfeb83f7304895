internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

extension Connection {
  /// The maximum number of packets in one read, so that many events do not hold the lock for long.
  private static var burst: Int { 256 }
  /// The number of requests after which the client reads at the latest: far fewer than the unread packets that a socket
  /// holds, a few hundred.
  private static var requestsPerRead: Int { 32 }

  /// Reads the received packets, up to a burst, and dispatches them. Does not wait.
  mutating func read(at now: Instant) {
    lastRead = now
    requestsSinceRead = 0
    calls.expire(at: now)
    do throws(ClientError) { try readPackets() } catch { lose(error) }
  }

  /// - Throws: the error for which the connection must be closed, after the packets before it.
  mutating func readPackets() throws(ClientError) {
    for _ in 0..<Self.burst {
      guard let packet = try receive() else { return }
      accept(packet)
    }
  }

  /// Reads for an application that only plays, once in 100 ms and in 32 requests. Without this, events and replies would
  /// fill the socket until the daemon disconnects the client as a slow reader, and a `reset` would stay unread.
  mutating func readNowAndThen(at now: Instant) {
    requestsSinceRead += 1
    if now - lastRead >= .milliseconds(100) || requestsSinceRead >= Self.requestsPerRead { read(at: now) }
  }

  private borrowing func receive() throws(ClientError) -> DaemonPacket? {
    switch socket {
    case .some(let socket): try Self.receive(from: socket)
    case .none: nil
    }
  }

  private static func receive(from socket: borrowing SeqpacketSocket) throws(ClientError) -> DaemonPacket? {
    var storage = [16384 of UInt8](repeating: 0)
    let count: Int
    do throws(Errno) {
      var span = storage.mutableSpan
      var bytes = MutableRawSpan(_elements: &span)
      count = try receivePastReset(from: socket, into: &bytes)
    } catch .wouldBlock {
      return nil
    } catch {
      throw .disconnected
    }
    if count == 0 { throw .disconnected }
    if count > storage.count { throw .malformed(.tooLong(byteCount: count)) }
    return try decode(RawSpan(_elements: storage.span.extracting(first: count)))
  }

  /// If the peer closes before it has read all packets, the kernel reports a reset once; its earlier packets follow.
  private static func receivePastReset(
    from socket: borrowing SeqpacketSocket, into bytes: inout MutableRawSpan
  ) throws(Errno) -> Int {
    do throws(Errno) {
      return try socket.receive(into: &bytes)
    } catch {
      if error != .connectionReset { throw error }
      return try socket.receive(into: &bytes)
    }
  }

  private static func decode(_ packet: RawSpan) throws(ClientError) -> DaemonPacket {
    if let version = HelloReply.newerVersion(in: packet) { throw .newerProtocol(version: version) }
    do throws(ProtocolError) { return try DaemonPacket(decoding: packet) } catch { throw .malformed(error) }
  }

  private mutating func accept(_ packet: DaemonPacket) {
    switch packet {
    case .reply(let serial, let reply):
      // The reply to hello has no waiting call, and its serial may be in use again.
      if case .hello(let hello) = reply { greet(hello) } else { conclude(serial, reply) }
    case .event(let event): accept(event)
    }
  }

  private mutating func greet(_ reply: HelloReply) {
    hello = reply
    backoff.succeed()
    inbox.post(.connected(daemonVersion: reply.daemonVersion))
  }

  private mutating func accept(_ event: DaemonEvent) {
    switch event {
    case .finished(let finished):
      calls.end(finished)
      inbox.post(.finished(finished))
    case .reset:
      prepareAgain()
      inbox.post(.reset)
    case .device(let change): inbox.post(.device(change))
    case .observed(let observed): inbox.post(.observed(observed))
    case .level(let level): inbox.post(.level(level))
    case .ended(let end): inbox.post(.ended(end))
    case .status(let status): inbox.post(.status(status))
    case .unknown: break
    }
  }
}
