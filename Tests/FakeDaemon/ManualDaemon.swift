internal import HapticPatterns
public import HapticProtocol
public import HapticSystem

/// A daemon that the test executes step by step on its own thread.
public final class ManualDaemon {
  private let listener: SeqpacketListener

  public init(at path: SocketPath) throws {
    path.unlink()
    listener = try SeqpacketListener.bind(to: path.path)
  }

  /// Accepts the next client.
  public func accept() throws -> ManualPeer {
    try waitUntilReadable(listener.rawValue, timeout: waitLimit)
    return ManualPeer(try listener.accept())
  }

  /// Accepts all waiting clients and disconnects them.
  ///
  /// - Returns: their number.
  public func dropAll() -> Int {
    var count = 0
    while (try? listener.accept()) != nil { count += 1 }
    return count
  }
}

/// The daemon's end of a connection.
public final class ManualPeer {
  private let socket: SeqpacketSocket

  public init(_ socket: consuming SeqpacketSocket) { self.socket = socket }

  /// Receives the next packet; empty if the client disconnected.
  public func receiveBytes() throws -> [UInt8] {
    if try !socket.waitUntilReadable(timeout: waitLimit) { throw WaitError(reason: "the client sends nothing") }
    return try receiveWaiting() ?? []
  }

  public func receive() throws -> RequestPacket {
    let bytes = try receiveBytes()
    return try RequestPacket(decoding: bytes.span.bytes)
  }

  /// Receives a packet that has already arrived, or returns nil.
  public func receiveWaiting() throws(Errno) -> [UInt8]? {
    do throws(Errno) {
      return try receiveArray(from: socket)
    } catch {
      if error == .wouldBlock { return nil }
      // The kernel reports this if the client disconnected before it had read everything.
      if error == .connectionReset { return [] }
      throw error
    }
  }

  /// Receives hello, and replies if it has a serial.
  public func greet() throws -> Request.Hello {
    let packet = try receive()
    guard case .hello(let hello) = packet.request else { throw WaitError(reason: "\(packet) is no hello") }
    if packet.serial != 0 {
      try send(.reply(serial: packet.serial, .hello(HelloReply(daemonVersion: "test"))))
    }
    return hello
  }

  public func send(_ packet: DaemonPacket) throws { try sendBytes(packet.bytes) }

  public func sendBytes(_ bytes: [UInt8]) throws { try socket.send(bytes.span.bytes) }
}

/// Receives one packet as an array.
public func receiveArray(from socket: borrowing SeqpacketSocket) throws(Errno) -> [UInt8] {
  var storage = [4096 of UInt8](repeating: 0)
  var span = storage.mutableSpan
  var bytes = span.mutableBytes
  let count = try socket.receive(into: &bytes)
  return (0..<count).map { storage[$0] }
}
