import HapticPatterns
import HapticProtocol
import HapticSystem
import VirtualDevices

/// A connection to the daemon that checks its replies: each request with a serial gets one reply.
final class PacketSocket {
  private let socket: SeqpacketSocket
  private var lastSerial: UInt32 = 0
  private(set) var awaited: Set<UInt32> = []
  private(set) var requests = 0
  private(set) var replies = 0

  init(_ path: String, greeting: Bool = true) throws {
    socket = try Self.connect(path)
    if greeting { try send(.hello(.init(applicationName: "soak"))) }
  }

  var rawValue: Int32 { socket.rawValue }

  /// Connects. Repeated, because the daemon's backlog may be full for a moment.
  private static func connect(_ path: String) throws -> SeqpacketSocket {
    let limit = Instant.now + waitLimit
    while true {
      do throws(Errno) {
        return try SeqpacketSocket.connect(to: path)
      } catch {
        guard error == .wouldBlock, Instant.now < limit else { throw RigError("connecting: \(error)") }
        pause(.milliseconds(20))
      }
    }
  }

  // MARK: Sending

  /// Sends a request with a reply; waits while the daemon's buffer is full.
  @discardableResult
  func send(_ request: Request) throws -> UInt32 {
    lastSerial += 1
    awaited.insert(lastSerial)
    requests += 1
    let packet = RequestPacket(serial: lastSerial, request)
    let limit = Instant.now + waitLimit
    while true {
      do throws(Errno) {
        try packet.withBytes { bytes throws(Errno) in try socket.send(bytes) }
        return lastSerial
      } catch {
        guard error == .wouldBlock, Instant.now < limit else { throw RigError("sending \(request): \(error)") }
        try readAll()
        pause(.milliseconds(2))
      }
    }
  }

  /// Sends a request without a reply, if there is room.
  ///
  /// - Returns: false if there is no room, or the connection ended.
  @discardableResult
  func fire(_ request: Request) -> Bool {
    (try? RequestPacket(request).withBytes { bytes throws(Errno) in try socket.send(bytes) }) != nil
  }

  func sendRaw(_ bytes: [UInt8]) { try? socket.send(bytes.span.bytes) }

  // MARK: Receiving

  /// Sends a request and waits for its reply.
  func ask(_ request: Request) throws -> Reply {
    let serial = try send(request)
    let limit = Instant.now + waitLimit
    var answer: Reply?
    while answer == nil {
      guard Instant.now < limit else { throw RigError("no reply to \(request) within \(waitLimit)") }
      try waitUntilReadable(socket.rawValue, timeout: .milliseconds(100))
      try readAll { if $0 == serial { answer = $1 } }
    }
    return answer!
  }

  /// Waits for the replies to all requests.
  func finish() throws {
    let limit = Instant.now + waitLimit
    while !awaited.isEmpty {
      guard Instant.now < limit else { throw RigError("\(awaited.count) requests without a reply within \(waitLimit)") }
      try waitUntilReadable(socket.rawValue, timeout: .milliseconds(100))
      try readAll()
    }
  }

  /// Whether the daemon closes the connection within a time.
  func isClosed(within limit: Duration) throws -> Bool {
    let end = Instant.now + limit
    while Instant.now < end {
      try waitUntilReadable(socket.rawValue, timeout: .milliseconds(100))
      do throws(Errno) { while try !receive().isEmpty {} } catch { if error == .wouldBlock { continue } }
      return true
    }
    return false
  }

  func readAll(_ body: (UInt32, Reply) -> Void = { _, _ in }) throws {
    while true {
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try receive()
      } catch {
        if error == .wouldBlock { return }
        throw RigError("receiving: \(error), \(awaited.count) requests without a reply")
      }
      guard !bytes.isEmpty else {
        throw RigError("the daemon closed the connection, \(awaited.count) requests without a reply")
      }
      let packet = try DaemonPacket(decoding: bytes.span.bytes)
      guard case .reply(let serial, let reply) = packet else { continue }
      guard awaited.remove(serial) != nil else { throw RigError("a reply to \(serial), which nobody asked: \(reply)") }
      replies += 1
      body(serial, reply)
    }
  }

  /// Receives one packet; empty if the daemon closed the connection.
  private func receive() throws(Errno) -> [UInt8] {
    var storage = [UInt8](repeating: 0, count: Limits.maximumDaemonPacketSize)
    var span = storage.mutableSpan
    var bytes = span.mutableBytes
    let size = try socket.receive(into: &bytes)
    return Array(storage[..<size])
  }
}

/// The timeout of replies, long enough for a slow emulated machine.
let waitLimit = Duration.seconds(120)
