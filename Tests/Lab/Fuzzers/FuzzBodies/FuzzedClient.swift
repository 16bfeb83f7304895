import Glibc
import HapticProtocol
import HapticServer
import HapticSystem
import ServerHarness

/// One client of a fuzzed server, with the expected replies and events.
final class FuzzedClient {
  let number: UInt64
  /// Whether the client reads packets from the daemon. A client that does not may lose its connection.
  private(set) var isReading = true
  private(set) var hasLeft = false
  /// Whether the client has sent an invalid packet, which ends its connection.
  private(set) var hasBrokenProtocol = false
  /// The number of packets that the client has sent and the server has not received.
  private(set) var unserved = 0
  private let socket: Ends
  private var isGreeted = false
  private var mayLoseConnection = false
  private var lastSerial: UInt32 = 0
  /// The requests without a reply, by serial.
  private var awaited: [UInt32: Int] = [:]
  /// The numbers of playbacks with a number that the daemon has started, and of `finished` events.
  private var started = 0
  private var finished = 0

  /// Creates a client.
  ///
  /// - Parameter isExtra: whether the application already has its maximum number of clients. The client may then be in
  ///   the reserve, and lose its connection to the next one.
  init(number: UInt64, socket: Ends, isExtra: Bool) {
    self.number = number
    self.socket = socket
    mayLoseConnection = isExtra
  }

  // MARK: Sending

  /// Returns a serial for the next request, or 0.
  func serial(_ isWanted: Bool) -> UInt32 {
    guard isWanted else { return 0 }
    lastSerial += 1
    return lastSerial
  }

  func send(_ request: Request) { send(RequestPacket(serial: serial(true), request).bytes) }

  /// Sends a packet and records the expected reply.
  func send(_ bytes: [UInt8]) {
    guard !hasLeft, (try? socket.send(bytes.span.bytes)) != nil else { return }
    unserved += 1
    guard !hasBrokenProtocol else { return }
    guard let packet = Fuzzer.request(bytes), (packet.request.opcode == .hello) != isGreeted else {
      hasBrokenProtocol = true
      return
    }
    isGreeted = true
    if packet.serial != 0 { awaited[packet.serial, default: 0] += 1 }
  }

  // MARK: Leaving

  /// Closes the connection.
  func leave() {
    socket.closeClient()
    hasLeft = true
  }

  /// Shuts down the sending side, and continues to read.
  func stopSending() {
    guard !hasLeft else { return }
    shutdown(socket.rawValue, Int32(SHUT_WR))
    hasBrokenProtocol = true
    unserved += 1
  }

  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    if !isReading { mayLoseConnection = true }
  }

  // MARK: The daemon's side

  func noteServed() { unserved = max(unserved - 1, 0) }

  /// Whether no reply is expected any more.
  var awaitsNothing: Bool { awaited.isEmpty }

  /// Reads all packets that have arrived.
  func read() throws(Flaw) {
    guard isReading, !hasLeft else { return }
    while let packet = try receive() {
      switch packet {
      case .reply(let serial, let reply): try take(reply, to: serial)
      case .event(.finished): finished += 1
      case .event: break
      }
    }
  }

  private func take(_ reply: Reply, to serial: UInt32) throws(Flaw) {
    guard let count = awaited[serial] else { throw Flaw("client \(number) got a reply to \(serial): \(reply)") }
    awaited[serial] = count == 1 ? nil : count - 1
    if case .verdict(let verdict) = reply, verdict.verdict == .played, verdict.playback != nil { started += 1 }
  }

  private func receive() throws(Flaw) -> DaemonPacket? {
    var storage = [UInt8](repeating: 0, count: Limits.maximumDaemonPacketSize + 1)
    var span = storage.mutableSpan
    var buffer = span.mutableBytes
    let size: Int
    do { size = try socket.receive(into: &buffer) } catch { return nil }
    if size == 0 { return nil }
    do {
      return try DaemonPacket(decoding: buffer.bytes.extracting(first: size))
    } catch {
      throw Flaw("client \(number) got a packet that is malformed: \(error)")
    }
  }

  // MARK: Checks

  /// Checks that the connection ends only if the client breaks the protocol or does not read.
  func checkConnection(_ isConnected: Bool) throws(Flaw) {
    if hasLeft { return }
    if hasBrokenProtocol, unserved == 0 { try require(!isConnected, "client \(number) broke the protocol and stays") }
    if !isConnected {
      try require(hasBrokenProtocol || mayLoseConnection, "client \(number) lost its connection")
    }
  }

  /// Checks the replies and events after all playbacks have ended.
  func checkAnswers() throws(Flaw) {
    guard !mayLoseConnection, !hasBrokenProtocol, !hasLeft else { return }
    try require(awaited.isEmpty, "client \(number) has no reply to \(awaited.keys.sorted())")
    try require(finished >= started, "client \(number) started \(started) and was told the end of \(finished)")
  }
}
