internal import EventLoop
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

/// One connected client: its socket, what it prepared and what it watches.
final class Session {
  let number: UInt64
  let credentials: PeerCredentials
  private let socket: SeqpacketSocket
  /// The registration with the loop; dropped with the session.
  var source: Source?

  /// Which application it is, as far as anybody says.
  var identity: Identity
  /// What it has and does together with the application's other clients.
  let application: Application
  /// What the person wants of the application.
  var wishes = ApplicationPreferences()
  /// Its place among the ordinary connections; nil where it has one of the reserve.
  private var place: Charge?
  /// When its latest packet was read.
  var lastRequest: Instant
  /// What it may hold.
  let allowance: Allowance
  /// Whether `hello` has come; nothing else is taken before.
  var isGreeted = false
  let handles: HandleTable
  var scope: MonitorScope = []
  /// Events that a watching client was too slow for and has not been told of.
  private var lost: UInt64 = 0
  /// Why the connection must end; the server closes it once the work at hand is done.
  private(set) var complaint: String?
  /// Told once, when the connection must end.
  var onDoom: ((Session) -> Void)?

  init(
    number: UInt64, credentials: PeerCredentials, identity: Identity, application: Application,
    socket: consuming SeqpacketSocket, at now: Instant
  ) {
    lastRequest = now
    self.identity = identity
    self.application = application
    allowance = Allowance(within: application.allowance)
    handles = HandleTable(allowance)
    self.number = number
    self.credentials = credentials
    self.socket = socket
  }

  var descriptor: Int32 { socket.rawValue }

  /// Takes one of the ordinary connections.
  ///
  /// - Returns: false where a limit on them is reached.
  func takePlace() -> Bool {
    if place == nil { place = Charge(1, to: application.connections) }
    return place != nil
  }

  var isDoomed: Bool { complaint != nil }

  func doom(_ complaint: String) {
    guard self.complaint == nil else { return }
    self.complaint = complaint
    onDoom?(self)
  }

  /// Receives one packet.
  ///
  /// - Returns: its size; nil where nothing is there.
  func receive(into buffer: PacketBuffer) -> Int? {
    do {
      let size = try buffer.receive(from: socket)
      if size == 0 { doom("left") }
      return size == 0 ? nil : size
    } catch .wouldBlock {
      return nil
    } catch .connectionReset {
      doom("left")
    } catch {
      doom("cannot be read: \(error)")
    }
    return nil
  }

  /// Sends a reply, or an event that the client must not miss. The socket's buffer holds a few hundred packets; a client
  /// that leaves that many unread is dropped, not waited for.
  func send(_ packet: DaemonPacket) {
    guard !isDoomed else { return }
    do {
      try transmit(packet)
    } catch .wouldBlock {
      doom("does not read its replies")
    } catch {
      doom("left")
    }
  }

  /// Sends what a watching client may miss; it is told how much that was with the next `observed` event.
  func show(_ event: DaemonEvent) {
    guard !isDoomed else { return }
    do {
      try transmit(.event(event.tellingOfLost(lost)))
      if case .observed = event { lost = 0 }
    } catch .wouldBlock {
      lost += 1
    } catch {
      doom("left")
    }
  }

  private func transmit(_ packet: DaemonPacket) throws(Errno) {
    try packet.withBytes { bytes throws(Errno) in try socket.send(bytes) }
  }
}

extension DaemonEvent {
  /// The event with the number of those lost before it, where it has a field for that.
  fileprivate func tellingOfLost(_ lost: UInt64) -> DaemonEvent {
    guard lost > 0, case .observed(var observed) = self else { return self }
    observed.lost = lost
    return .observed(observed)
  }
}
