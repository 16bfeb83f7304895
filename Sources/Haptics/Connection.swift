internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// The one connection of a client, and everything that must outlive it: what is prepared, what is monitored, who waits.
// Owned by the client's lock. No call waits: where the daemon cannot take a packet now, it is refused; where it is
// gone, one attempt is made to reach it again, and then no more until the back-off allows.

struct Connection: ~Copyable {
  private let place: DaemonSocket
  private let applicationName: ShortName
  private(set) var socket: SeqpacketSocket?
  var backoff = Backoff()
  private var lastFailure: ClientError?
  var serial: UInt32
  private var isClosed = false

  var bindings = Bindings()
  var calls = Calls()
  var inbox = Inbox()
  /// What the client monitors, on this connection and the next.
  var scope: MonitorScope = []
  /// What the daemon said of itself.
  var hello: HelloReply?
  /// Whether a thread hands over answers and events.
  var isHandingOver = false
  /// When packets were last looked for.
  var lastRead = Instant.distantPast
  /// The descriptor that stands for this connection in a host's loop, once asked for.
  private var readiness: ReadinessSet?
  /// Raised when the reader's thread has something new to consider.
  var readerCounter: EventCounter?

  /// - Parameter serial: the one before the first.
  init(to place: DaemonSocket, applicationName: ShortName, serial: UInt32 = 0) {
    self.place = place
    self.applicationName = applicationName
    self.serial = serial
  }

  /// The number to wait on; -1 without a connection.
  var descriptor: Int32 {
    switch socket {
    case .some(let socket): socket.rawValue
    case .none: -1
    }
  }

  var isConnected: Bool { descriptor >= 0 }

  /// The next serial that asks for a reply: never 0, and none that somebody still waits for, however long.
  mutating func nextSerial() -> UInt32 {
    repeat { serial &+= 1 } while serial == 0 || calls.isPending(serial) || bindings.isPending(serial)
    return serial
  }
}

// MARK: - Sending

extension Connection {
  /// Sends one packet, connecting first where needed.
  ///
  /// - Throws: `.noDaemon`, `.noSocketPath`, or `.busy`; then nothing was sent.
  mutating func send(_ packet: RequestPacket, at now: Instant) throws(ClientError) {
    try connect(at: now)
    if try transmit(packet, at: now) { return }
    // The daemon went away since the last packet. It may be back already: that is how a restart looks from here.
    try connect(at: now)
    if try !transmit(packet, at: now) { throw .disconnected }
  }

  /// Sends for nobody who waits, and looks for events meanwhile: behind the packet, which is what matters. Who waits for
  /// a reply reads it himself, once he is known to wait.
  mutating func post(_ packet: RequestPacket, at now: Instant) throws(ClientError) {
    defer { readNowAndThen(at: now) }
    try send(packet, at: now)
  }

  /// - Returns: false where the connection was lost; then it is closed and can be opened again.
  private mutating func transmit(_ packet: RequestPacket, at now: Instant) throws(ClientError) -> Bool {
    do throws(Errno) {
      if !bindings.areSent { try sendBindings(neededBy: packet.request) }
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

  /// Sends for somebody who waits for the reply.
  mutating func ask(_ question: Question, serial: UInt32, at now: Instant) throws(ClientError) {
    switch question {
    case .request(let request): try send(RequestPacket(serial: serial, request), at: now)
    case .definition(let handle): try define(handle, serial: serial, at: now)
    }
  }

  /// Sends only where there is a connection, and drops it where the daemon does not read.
  mutating func tell(_ packet: RequestPacket) { try? put(packet) }

  /// - Returns: whether the daemon was told.
  mutating func monitor(_ scope: MonitorScope, at now: Instant) -> Bool {
    self.scope = scope
    do throws(ClientError) {
      try post(RequestPacket(.monitor(scope)), at: now)
      return true
    } catch {
      return false
    }
  }

  borrowing func put(_ packet: RequestPacket) throws(Errno) {
    switch socket {
    case .some(let socket): try packet.withBytes { bytes throws(Errno) in try socket.send(bytes) }
    case .none: throw .notConnected
    }
  }

}

// MARK: - Connecting

extension Connection {
  /// Makes sure that there is a connection, without waiting.
  mutating func connect(at now: Instant) throws(ClientError) {
    if isConnected { return }
    if isClosed { throw .disconnected }
    guard backoff.allowsAttempt(at: now) else { throw lastFailure ?? .disconnected }
    backoff.begin(at: now)
    do throws(ClientError) {
      try adopt(try reach())
    } catch {
      socket = nil
      lastFailure = error
      throw error
    }
  }

  private borrowing func reach() throws(ClientError) -> SeqpacketSocket {
    let path = try self.path()
    do throws(Errno) {
      return try SeqpacketSocket.connect(to: path)
    } catch {
      throw .noDaemon(path: path, error)
    }
  }

  private borrowing func path() throws(ClientError) -> String {
    do throws(RuntimeFolderFault) {
      return try place.path()
    } catch {
      throw .noSocketPath(error)
    }
  }

  /// Says hello and everything the last daemon knew.
  private mutating func adopt(_ connected: consuming SeqpacketSocket) throws(ClientError) {
    socket = consume connected
    lastFailure = .disconnected
    bindings.forget()
    do throws(Errno) {
      try put(RequestPacket(serial: nextSerial(), .hello(Request.Hello(applicationName: applicationName))))
      if !scope.isEmpty { try put(RequestPacket(.monitor(scope))) }
      try sendFeedbacks()
      try watchInHost(descriptor)
    } catch {
      throw .disconnected
    }
    readerCounter?.raise()
  }

  /// The connection ends; who waits is told.
  mutating func lose(_ error: ClientError) {
    guard isConnected else { return }
    readRemains()
    socket = nil
    if hello != nil { inbox.post(.disconnected) }
    hello = nil
    calls.failAll(error)
  }

  private var hasRoom: Bool {
    switch socket {
    case .some(let socket): socket.hasRoom
    case .none: true
    }
  }

  /// Who begins to wait for what only a connection can bring, without one, is told at once.
  mutating func failIfLost(_ key: Key) {
    if !isConnected { calls.answer(key, with: .failure(.disconnected)) }
  }

  /// One turn of the reader's thread: reads, and connects again where streams wait for events.
  ///
  /// - Returns: what to wait on, also for room to send, and until when; nil where the client is gone.
  mutating func serveReader(at now: Instant) -> (descriptor: Int32, isSending: Bool, next: Instant)? {
    if isClosed { return nil }
    read(at: now)
    var next = Instant.distantFuture
    if !isConnected, inbox.hasStreams {
      do throws(ClientError) { try connect(at: now) } catch {}
      next = backoff.nextAttempt
    }
    sendLeftover()
    if calls.wantRoom, hasRoom { calls.giveRoom() }
    return (descriptor, hasLeftover || calls.wantRoom, min(calls.nextDeadline, next))
  }

  /// No connection, now or later.
  mutating func close() {
    isClosed = true
    socket = nil
    calls.failAll(.disconnected)
    readerCounter?.raise()
  }

  /// Puts the connection, and every later one, behind one descriptor that stays the same.
  mutating func hostDescriptor() throws(Errno) -> Int32 {
    switch readiness {
    case .some(let set): return set.rawValue
    case .none: break
    }
    let set = try ReadinessSet()
    let raw = set.rawValue
    try set.insert(try inbox.hostCounter().rawValue)
    if isConnected { try set.insert(descriptor) }
    readiness = consume set
    return raw
  }

  private borrowing func watchInHost(_ descriptor: Int32) throws(Errno) {
    switch readiness {
    case .some(let set): try set.insert(descriptor)
    case .none: break
    }
  }
}
