internal import HapticPatterns
package import HapticProtocol
package import HapticSystem

/// A daemon that the test executes step by step on its own thread.
package final class ManualDaemon {
  private let listener: SeqpacketListener

  package init(at path: SocketPath) throws {
    path.unlink()
    listener = try SeqpacketListener.bind(to: path.path)
  }

  /// Accepts the next client.
  package func accept() throws -> ManualPeer {
    try waitUntilReadable(listener.rawValue, timeout: waitLimit)
    return ManualPeer(try listener.accept())
  }

  /// Accepts all waiting clients and disconnects them.
  ///
  /// - Returns: their number.
  package func dropAll() -> Int {
    var count = 0
    while (try? listener.accept()) != nil { count += 1 }
    return count
  }
}

/// The daemon's end of a connection.
package final class ManualPeer {
  private let socket: SeqpacketSocket

  package init(_ socket: consuming SeqpacketSocket) { self.socket = socket }

  /// Receives the next packet; empty if the client disconnected.
  package func receiveBytes() throws -> [UInt8] {
    // Also in a process that may not wait for two descriptors.
    guard isReadable(socket.rawValue, within: waitLimit) else { throw WaitError(reason: "the client sends nothing") }
    return try receiveWaiting() ?? []
  }

  package func receive() throws -> RequestPacket {
    let bytes = try receiveBytes()
    return try RequestPacket(decoding: bytes.span.bytes)
  }

  /// Receives a packet that has already arrived, or returns nil.
  package func receiveWaiting() throws(Errno) -> [UInt8]? {
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
  package func greet() throws -> Request.Hello {
    let packet = try receive()
    guard case .hello(let hello) = packet.request else { throw WaitError(reason: "\(packet) is no hello") }
    if packet.serial != 0 {
      try send(.reply(serial: packet.serial, .hello(HelloReply(daemonVersion: "test"))))
    }
    return hello
  }

  package func send(_ packet: DaemonPacket) throws { try sendBytes(packet.bytes) }

  package func sendBytes(_ bytes: [UInt8]) throws { try socket.send(bytes.span.bytes) }
}

/// Receives one packet as an array.
package func receiveArray(from socket: borrowing SeqpacketSocket) throws(Errno) -> [UInt8] {
  var storage = [4096 of UInt8](repeating: 0)
  var span = storage.mutableSpan
  var bytes = span.mutableBytes
  let count = try socket.receive(into: &bytes)
  return (0..<count).map { storage[$0] }
}
