internal import EventLoop
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

/// One connected client: the way to it, its handles and the events that it monitors.
final class Session {
  let number: UInt64
  var peer: Peer
  private var line: ClientLine
  /// The registration with the loop; it ends with the session.
  var source: Source?

  /// The limits and counters that it shares with other clients of the application.
  let application: Application
  /// The user's preferences for the application.
  var preferences = ApplicationPreferences()
  /// Its place among the ordinary connections, or nil if it has a reserved one.
  private var place: Charge?
  /// The time of receipt of its latest packet.
  var lastRequest: Instant
  /// The client's limits.
  let allowance: Allowance
  /// The version of the protocol that `hello` agreed; nil before it. Any other request before it violates the protocol.
  var version: UInt16?
  let handles: HandleTable
  /// Events that it missed as a slow monitor, and that were not reported to it yet. They outlast the scope of its events.
  var lost: UInt64 = 0
  /// The reason for ending the connection, or nil while it lasts.
  private(set) var closeReason: String?
  /// Ends all sessions that are closing, after the work at hand.
  private let dismissal: any Alarm

  init(
    number: UInt64, _ peer: Peer, of application: Application, line: consuming ClientLine, at now: Instant,
    dismissal: any Alarm
  ) {
    lastRequest = now
    self.peer = peer
    self.application = application
    allowance = Allowance(within: application.allowance)
    handles = HandleTable(allowance)
    self.number = number
    self.line = line
    self.dismissal = dismissal
  }

  /// The descriptor of its socket; nil for a client in this process.
  var descriptor: Int32? {
    switch line {
    case .socket(let socket): socket.rawValue
    default: nil
    }
  }

  /// Takes one of the ordinary connections.
  ///
  /// - Returns: false if a limit on them is reached.
  func takePlace() -> Bool {
    if place == nil { place = Charge(1, to: application.connections) }
    return place != nil
  }

  var isClosing: Bool { closeReason != nil }

  func close(_ closeReason: String) {
    guard !isClosing else { return }
    self.closeReason = closeReason
    dismissal.arm(at: .distantPast)
  }

  /// Receives and decodes one packet. Ends the session if the client has left, the socket fails or the packet violates the
  /// protocol.
  ///
  /// - Parameter buffer: `Limits.maximumRequestSize` bytes.
  /// - Returns: the packet, or nil if there is none.
  func receive(into buffer: inout [UInt8]) -> RequestPacket? {
    guard !isClosing else { return nil }
    do {
      switch line {
      case .socket(let socket):
        var elements = buffer.mutableSpan
        var bytes = MutableRawSpan(_elements: &elements)
        let size = try socket.receive(into: &bytes)
        if size > bytes.byteCount { throw ProtocolError.tooLong(byteCount: size) }
        if size > 0 { return try RequestPacket(decoding: bytes.bytes.extracting(first: size)) }
        close("left")
      default: break
      }
    } catch let error as ProtocolError {
      close("violated the protocol: \(error)")
    } catch {
      switch error as? Errno {
      case .wouldBlock: break
      case .connectionReset: close("left")
      case .notSupported: close("violated the protocol: it passed a descriptor")
      default: close("cannot be read: \(error)")
      }
    }
    return nil
  }

  /// Sends a reply, or an event that the client must not miss. The socket's buffer holds a few hundred packets; a
  /// client that leaves that many unread is disconnected.
  func send(_ packet: DaemonPacket) {
    if !offer(packet) { close("does not read its replies") }
  }

  /// Sends an event that the client may miss.
  ///
  /// - Returns: false if the socket's buffer has no room for it.
  func offer(_ packet: DaemonPacket) -> Bool {
    if isClosing { return true }
    do {
      try transmit(packet)
    } catch .wouldBlock {
      return false
    } catch {
      close("left")
    }
    return true
  }

  private func transmit(_ packet: DaemonPacket) throws(Errno) {
    let version = version ?? Limits.version
    // A client of an earlier version does not know the packet, and could not use it.
    guard packet.opcode.since <= version else { return }
    switch line {
    case .socket(let socket): try packet.withBytes(for: version) { bytes throws(Errno) in try socket.send(bytes) }
    case .direct(let take, _): take(packet)
    case .closed: break
    }
  }

  /// Closes the connection, and gives its place and its handles back. A playback can keep the session itself for longer,
  /// until a device has confirmed the stop.
  func hangUp() {
    switch line {
    case .direct(_, let onEnd): onEnd()
    default: break
    }
    line = .closed
    place = nil
    handles.removeAll()
  }
}

/// The way of packets to a client.
enum ClientLine: ~Copyable {
  case socket(SeqpacketSocket)
  /// The client is part of this process, and takes its packets by this function. It learns of its end by the other one; a
  /// socket is closed.
  case direct((DaemonPacket) -> Void, onEnd: () -> Void)
  case closed
}
