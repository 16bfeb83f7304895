internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Synchronization

/// The connection and its lock, shared by the client and the reader thread. Under the lock, no callback is called, no
/// task is resumed, and no object is released that may be the last reference of an application.
final class Core: Sendable {
  private let connection: Mutex<Connection>

  init(socket: DaemonSocket, applicationName: ShortName, serial: UInt32 = 0) {
    connection = Mutex(Connection(to: socket, applicationName: applicationName, serial: serial))
  }

  /// Runs `body` under the lock, then delivers the answers and events that it produced.
  func withConnection<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Connection) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    var hasDeliveries = false
    // A play has none, and takes the lock only once.
    defer { if hasDeliveries { handOver() } }
    return try connection.withLock { connection throws(Failure) in
      defer { hasDeliveries = connection.hasDeliveries }
      return try body(&connection)
    }
  }

  // Resuming a task takes a lock of that task. A thread that cancels the task holds that lock while it waits for the
  // client's lock in the cancellation handler. A task must therefore not be resumed under the client's lock.

  /// Resumes tasks outside the lock.
  private func handOver() {
    var deliveries = connection.withLock { $0.beginHandingOver() }
    while let due = deliveries {
      for delivery in due { delivery() }
      deliveries = connection.withLock { $0.continueHandingOver() }
    }
  }

  func close() {
    let streams = withConnection { connection in
      connection.close()
      return connection.inbox.finish()
    }
    for stream in streams { stream.finish() }
    setHandler(nil)
  }

  func play(_ subject: Request.Play.Subject, intensity: Double) -> Bool {
    let now = Instant.now
    return fire(PlainPlay(subject, intensity: Haptic.share(of: intensity), cause: now), at: now)
  }

  /// Sends a request without a reply.
  func fire(_ request: Request) -> Bool { fire(RequestPacket(request), at: .now) }

  private func fire(_ packet: some OutgoingPacket & Sendable, at now: Instant) -> Bool {
    let isSent = withConnection { (try? $0.post(packet, at: now)) != nil }
    if !isSent { tend() }
    return isSent
  }

  /// Claims a handle, and sends its content as far as the socket takes it.
  func claim(_ body: (inout Bindings) -> Handle?) -> Handle? {
    let now = Instant.now
    return withConnection { connection in
      guard let handle = body(&connection.bindings) else { return nil }
      connection.flush(at: now)
      return handle
    }
  }

  /// Sends the content of a handle again, as far as the socket takes it.
  func renew(_ handle: Handle) {
    let now = Instant.now
    withConnection { connection in
      connection.bindings.renew(handle)
      connection.flush(at: now)
    }
    tend()
  }

  func release(_ handle: Handle) {
    withConnection { connection in
      connection.bindings.release(handle)
      // If this is not sent, a later definition replaces the handle, or the end of the connection releases it.
      try? connection.put(RequestPacket(.release(handle)))
    }
  }

  var isConnected: Bool { withConnection { $0.isConnected } }
}
