internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// The connection of a client and the state that outlives it: prepared handles, the monitored scope, and waiting
// calls. Protected by the client's lock. No method waits: if the socket is full, a packet is refused; if the daemon
// is gone, one attempt is made to connect again, and the next one after the back-off.

struct Connection: ~Copyable {
  private let place: DaemonSocket
  private let applicationName: ShortName
  private(set) var socket: SeqpacketSocket?
  var backoff = Backoff()
  var serial: UInt32

  var bindings = Bindings()
  var calls = Calls()
  var inbox = Inbox()
  /// The scope that the client monitors, on this connection and on later ones.
  var scope: MonitorScope = []
  var hello: HelloReply?
  /// Whether a thread delivers answers and events.
  var isHandingOver = false
  var lastRead = Instant.distantPast
  /// The number of requests since then.
  var requestsSinceRead = 0
  /// The descriptor for the host's event loop; created at the first request for it.
  private var readiness: ReadinessSet?
  /// Raised if the reader thread must look at the connection again.
  var readerCounter: EventCounter?

  /// - Parameter serial: the serial before the first one.
  init(to place: DaemonSocket, applicationName: ShortName, serial: UInt32) {
    self.place = place
    self.applicationName = applicationName
    self.serial = serial
  }

  /// The descriptor of the socket; -1 without a connection.
  var descriptor: Int32 {
    switch socket {
    case .some(let socket): socket.rawValue
    case .none: -1
    }
  }

  var isConnected: Bool { descriptor >= 0 }

  /// The next serial for a request with a reply. Never 0, and never a serial for which a call still waits.
  mutating func nextSerial() -> UInt32 {
    repeat { serial &+= 1 } while serial == 0 || calls.isPending(serial) || bindings.isPending(serial)
    return serial
  }

  // MARK: Sending

  /// Sends one packet. Connects first if necessary.
  ///
  /// - Throws: `.noDaemon`, `.noSocketPath` or `.busy`, if nothing was sent; `.disconnected`, if the connection is
  ///   lost twice, or if there is no connection for a change of a playback.
  mutating func send(_ packet: some OutgoingPacket, at now: Instant) throws(ClientError) {
    try connect(for: packet, at: now)
    if try transmit(packet, at: now) { return }
    // The daemon has ended since the last packet, and may already have restarted.
    try connect(for: packet, at: now)
    if try !transmit(packet, at: now) { throw .disconnected }
  }

  /// Connects if there is no connection, except for a request about playbacks of this client: they ended with the
  /// connection, and a stop must not start the daemon.
  private mutating func connect(for packet: some OutgoingPacket, at now: Instant) throws(ClientError) {
    if isConnected { return }
    if packet.isAboutOwnPlaybacks { throw .disconnected }
    try connect(at: now)
  }

  /// Sends a packet without waiting for a reply, then reads events. The read comes second, because the packet is
  /// urgent. A call that waits for a reply reads it itself.
  mutating func post(_ packet: some OutgoingPacket, at now: Instant) throws(ClientError) {
    defer { readNowAndThen(at: now) }
    try send(packet, at: now)
  }

  /// - Returns: false if the connection was lost. It is closed then and can be opened again.
  private mutating func transmit(_ packet: some OutgoingPacket, at now: Instant) throws(ClientError) -> Bool {
    do throws(Errno) {
      // The packets that must precede this one.
      if !bindings.areSent {
        try sendFeedbacks()
        if let handle = packet.playedHandle { try sendBinding(handle) }
      }
      try put(packet)
      sendLeftover()
      return true
    } catch .wouldBlock {
      throw .busy
    } catch {
      lose(.disconnected)
      return false
    }
  }

  /// Sends a request for a call that waits for the reply.
  mutating func ask(_ question: Question, serial: UInt32, at now: Instant) throws(ClientError) {
    switch question {
    case .request(let request):
      try connect(at: now)
      try send(RequestPacket(serial: serial, request), at: now)
    case .definition(let handle): try define(handle, serial: serial, at: now)
    }
  }

  borrowing func put(_ packet: some OutgoingPacket) throws(Errno) {
    switch socket {
    case .some(let socket): try packet.send(to: socket)
    case .none: throw .notConnected
    }
  }

  // MARK: Connecting

  /// Connects if there is no connection. Does not wait.
  mutating func connect(at now: Instant) throws(ClientError) {
    if isConnected { return }
    guard backoff.allowsAttempt(at: now) else { throw backoff.failure }
    backoff.begin(at: now)
    do throws(ClientError) {
      try adopt(try reach())
    } catch {
      socket = nil
      backoff.failure = error
      throw error
    }
  }

  private borrowing func reach() throws(ClientError) -> SeqpacketSocket {
    let path: String
    do throws(RuntimeFolderFault) { path = try place.path() } catch { throw .noSocketPath(error) }
    do throws(Errno) { return try SeqpacketSocket.connect(to: path) } catch { throw .noDaemon(path: path, error) }
  }

  /// Sends hello and repeats the monitored scope and the bindings.
  private mutating func adopt(_ connected: consuming SeqpacketSocket) throws(ClientError) {
    socket = consume connected
    backoff.failure = .disconnected
    bindings.forget()
    do throws(Errno) {
      try put(RequestPacket(serial: nextSerial(), .hello(Request.Hello(applicationName: applicationName))))
      if !scope.isEmpty { try put(RequestPacket(.monitor(scope))) }
      try sendFeedbacks()
      let descriptor = descriptor
      try readiness?.insert(descriptor)
    } catch {
      throw .disconnected
    }
    readerCounter?.raise()
  }

  /// Closes the connection and fails the waiting calls with this error, or with the refusal in its last packets.
  mutating func lose(_ error: ClientError) {
    guard isConnected else { return }
    var error = error
    if !error.isRefusal {
      // The remaining packets, such as the ends of playbacks.
      do throws(ClientError) { try readPackets() } catch let last { if last.isRefusal { error = last } }
    }
    if error.isRefusal { backoff.giveUp(error, at: .now) }
    socket = nil
    if hello != nil { inbox.post(.disconnected) }
    hello = nil
    calls.failAll(error)
    // The reader thread may sleep on the descriptor, whose number another file can have now.
    readerCounter?.raise()
  }

  /// Fails a call that waits for an event of the connection, if there is no connection.
  mutating func failIfLost(_ key: Key) {
    if !isConnected { calls.answer(key, with: .failure(.disconnected)) }
  }

  /// Executes one iteration of the reader thread: reads, and connects again if streams wait for events.
  ///
  /// - Returns: the descriptor to wait for, whether to wait for room to send as well, and the time limit of the wait;
  ///   nil if the client is closed.
  mutating func serveReader(at now: Instant) -> (descriptor: Int32, isSending: Bool, next: Instant)? {
    if backoff.hasEnded { return nil }
    read(at: now)
    var next = Instant.distantFuture
    if !isConnected, inbox.hasStreams {
      do throws(ClientError) { try connect(at: now) } catch {}
      next = backoff.nextAttempt
    }
    sendLeftover()
    if calls.wantRoom, socket?.hasRoom ?? true { calls.giveRoom() }
    return (descriptor, hasLeftover || calls.wantRoom, min(calls.nextDeadline, next))
  }

  /// Closes the connection and prevents new ones.
  mutating func close() {
    backoff.end()
    socket = nil
    calls.failAll(.disconnected)
    readerCounter?.raise()
  }

  /// Returns a descriptor that stands for this connection and all later ones, and stays the same.
  mutating func hostDescriptor() throws(Errno) -> Int32 {
    if let raw = readiness?.rawValue { return raw }
    let set = try ReadinessSet()
    let raw = set.rawValue
    try set.insert(try inbox.hostCounter().rawValue)
    if isConnected { try set.insert(descriptor) }
    readiness = consume set
    return raw
  }
}

extension ClientError {
  /// Whether this client refuses the daemon's packets: another attempt would end in the same way.
  fileprivate var isRefusal: Bool {
    switch self {
    case .newerProtocol, .malformed: true
    default: false
    }
  }
}
