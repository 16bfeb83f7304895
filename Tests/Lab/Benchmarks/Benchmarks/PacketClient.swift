internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// A client of packets without a library between: sends one, waits for one. The same for every server, so that what
/// differs is the server.
final class PacketClient {
  private let socket: SeqpacketSocket
  private var reply = [UInt8](repeating: 0, count: 512)
  private var size = 0

  init(_ path: String) throws { socket = try SeqpacketSocket.connect(to: path) }

  func send(_ packet: [UInt8]) throws(Errno) { try socket.send(packet.span.bytes) }

  /// Waits for a reply.
  func receive() throws {
    try waitUntilReadable(socket.rawValue, timeout: .seconds(10))
    size = try read()
    guard size > 0 else { throw RigError("the server closed the connection") }
  }

  /// Sends a packet and waits for the reply.
  ///
  /// - Returns: how long that took.
  func exchange(_ packet: [UInt8]) throws -> Duration {
    let before = Instant.now
    try send(packet)
    try receive()
    return .now - before
  }

  /// Reads what is there.
  func dropReplies() { while (try? read()) ?? 0 > 0 {} }

  private func read() throws -> Int {
    try reply.withUnsafeMutableBytes { buffer in
      var bytes = MutableRawSpan(_unsafeBytes: buffer)
      return try socket.receive(into: &bytes)
    }
  }

  /// The packet of hapticd that was received last.
  var packet: DaemonPacket {
    get throws {
      let received = Array(reply[..<size])
      return try DaemonPacket(decoding: received.span.bytes)
    }
  }

  /// The verdict in the reply that came last.
  var verdict: UInt16 { UInt16(reply[8]) | UInt16(reply[9]) << 8 }

  func expect(_ expected: Verdict) throws {
    guard verdict == expected.rawValue else { throw RigError("the verdict was \(verdict), not \(expected.name)") }
  }
}

/// A request that wants a reply, as bytes.
func packet(_ request: Request) -> [UInt8] {
  RequestPacket(serial: 1, request).withBytes { bytes in
    bytes.withUnsafeBytes { Array($0) }
  }
}
