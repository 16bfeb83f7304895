// libsystemd reads a message of any size into memory, and checks the encoding of its texts, before any handler sees it.
// A program could so delay the event loop by a text of some megabytes, and end the connection by a message for which the
// process has no memory. Therefore libsystemd has a socket pair instead of the socket of the bus:
//
//   bus ── socket ── BusRelay ── socket pair ── libsystemd
//            │
//            └─ a message beyond the limit: discarded piece by piece as it arrives, a call is answered with an error
//
// Everything else, including the authentication and the descriptors of replies, passes unchanged and in order. Other messages
// with descriptors are dropped: any program can send them, and the release of their descriptors may take long.

internal import EventLoop
internal import HapticSystem

/// Passes messages between a bus and libsystemd, and keeps too large ones from it.
final class BusRelay {
  /// The maximum size of a message from the bus, in bytes. The event loop is busy with its texts for at most 0.4 ms.
  static let largestMessage = 128 * 1024

  private var bus: Peer?
  private var library: Peer?
  private var incoming: MessageFlow
  private var outgoing: MessageFlow
  /// The descriptors of dropped messages, until the end of the connection.
  private var dropped: [BusDescriptor] = []

  /// The maximum number of dropped descriptors. The connection ends beyond it.
  static let mostDropped = 64

  /// - Parameter passesDescriptors: whether to pass the descriptors of replies.
  /// - Returns: the relay, and the end of the socket pair for libsystemd.
  static func start(
    _ bus: consuming StreamSocket, loop: EventLoop, passesDescriptors: Bool
  ) throws(Errno) -> (BusRelay, Int32) {
    let pair = try StreamSocket.pair()
    let relay = BusRelay(passesDescriptors: passesDescriptors)
    relay.bus = try Peer(bus, loop) { [unowned relay] in relay.serve(isBus: true) }
    return try pair.part { own, other throws(Errno) in
      relay.library = try Peer(own, loop) { [unowned relay] in relay.serve(isBus: false) }
      return (relay, other.release())
    }
  }

  private init(passesDescriptors: Bool) {
    incoming = MessageFlow(MessageReader(limit: Self.largestMessage, takesDescriptors: passesDescriptors))
    outgoing = MessageFlow(MessageReader(limit: .max, takesDescriptors: passesDescriptors))
  }

  /// The socket of the bus; nil after the end of the connection.
  var descriptor: Int32? { bus?.socket.rawValue }

  /// Sends what libsystemd has written so far, as far as the bus has room, before the end of the relay.
  func sendRest() {
    guard let bus, let library else { return }
    do throws(Errno) {
      while try outgoing.send(to: bus.socket),
        case .message(let bytes, let descriptors)? = try outgoing.reader.next(from: library.socket)
      {
        outgoing.append(bytes, descriptors)
      }
    } catch {
      // The connection is lost, or libsystemd has closed its end.
    }
  }

  // MARK: Relaying

  /// Passes at most one message in each direction, so that the loop serves others in between.
  private func serve(isBus: Bool) {
    guard let bus, let library else { return }
    do throws(Errno) {
      if try incoming.send(to: library.socket), isBus { try receive(from: bus, for: library) }
      if try outgoing.send(to: bus.socket), !isBus { try takeMessage(of: library, for: bus) }
      try bus.wait(forInput: !incoming.isBlocked, forRoom: outgoing.isBlocked)
      try library.wait(forInput: !outgoing.isBlocked, forRoom: incoming.isBlocked)
    } catch {
      // Either end sees the end of the other.
      (self.bus, self.library) = (nil, nil)
    }
  }

  private func receive(from bus: Peer, for library: Peer) throws(Errno) {
    switch try incoming.reader.next(from: bus.socket) {
    case .message(let bytes, let descriptors) where !descriptors.isEmpty && MessageFrame(bytes)?.isReply != true:
      dropped += descriptors
      if dropped.count > Self.mostDropped { throw .tooManyFiles }
    case .message(let bytes, let descriptors):
      incoming.append(bytes, descriptors)
      _ = try incoming.send(to: library.socket)
    case .tooLarge(let frame, let header):
      refuse(frame, header)
      _ = try outgoing.send(to: bus.socket)
    case nil: break
    }
  }

  private func takeMessage(of library: Peer, for bus: Peer) throws(Errno) {
    guard case .message(let bytes, let descriptors)? = try outgoing.reader.next(from: library.socket) else { return }
    outgoing.append(bytes, descriptors)
    _ = try outgoing.send(to: bus.socket)
  }

  /// Answers a call that is too large. A signal has no answer, and the call of a reply that is too large times out.
  private func refuse(_ frame: MessageFrame, _ header: [UInt8]) {
    // A program that does not read its errors gets no more of them.
    guard frame.expectsReply, !outgoing.isBlocked, let caller = frame.sender(in: header) else { return }
    outgoing.append(
      RefusalMessage(
        of: frame, by: caller, "org.freedesktop.DBus.Error.LimitsExceeded",
        "a message of \(frame.byteCount) bytes; the maximum is \(Self.largestMessage)"
      ).bytes)
  }

  /// A socket of the relay with its place in the event loop.
  private final class Peer {
    let socket: StreamSocket
    private var source: Source?
    private var readiness = Readiness.readable

    init(_ socket: consuming StreamSocket, _ loop: EventLoop, _ serve: @escaping () -> Void) throws(Errno) {
      self.socket = socket
      source = try loop.watch(self.socket.rawValue, for: .readable) { _ in serve() }
    }

    deinit { source = nil }

    func wait(forInput input: Bool, forRoom room: Bool) throws(Errno) {
      var wanted: Readiness = []
      if input { wanted.insert(.readable) }
      if room { wanted.insert(.writable) }
      if wanted == readiness { return }
      try source?.wait(for: wanted)
      readiness = wanted
    }
  }
}

/// One direction of a relay.
private struct MessageFlow {
  var reader: MessageReader
  /// Messages, of which the first `sent` bytes are sent. The rest waits for room.
  private var messages: [UInt8] = []
  private var sent = 0
  /// The descriptors that go with the next byte.
  private var descriptors: [BusDescriptor] = []

  init(_ reader: MessageReader) { self.reader = reader }

  /// Whether messages wait for room. No further ones are read meanwhile.
  var isBlocked: Bool { !messages.isEmpty }

  mutating func append(_ message: [UInt8], _ descriptors: [BusDescriptor] = []) {
    messages += message
    self.descriptors += descriptors
  }

  /// Sends as much as there is room for.
  ///
  /// - Returns: whether everything is sent.
  mutating func send(to socket: borrowing StreamSocket) throws(Errno) -> Bool {
    while sent < messages.count {
      do throws(Errno) {
        let (messages, passed) = (messages, descriptors.map(\.rawValue))
        let count = try socket.send(RawSpan(_elements: messages.span).extracting(droppingFirst: sent), passing: passed)
        sent += count
        descriptors = []
      } catch .wouldBlock {
        return false
      }
    }
    (messages, sent) = ([], 0)
    return true
  }
}
