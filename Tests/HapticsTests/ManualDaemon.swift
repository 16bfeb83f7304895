import HapticPatterns
import HapticProtocol
import HapticSystem

/// A daemon whose every step is taken by the test, on the test's own thread.
final class ManualDaemon {
  private let listener: SeqpacketListener

  init(at path: SocketPath) throws {
    path.unlink()
    listener = try SeqpacketListener.bind(to: path.path)
  }

  /// Takes the client that connected.
  func accept() throws -> ManualPeer {
    try waitUntilReadable(listener.rawValue, timeout: patience)
    return ManualPeer(try listener.accept())
  }

  /// Takes every client that waits and drops it.
  func dropAll() -> Int {
    var count = 0
    while (try? listener.accept()) != nil { count += 1 }
    return count
  }
}

/// The daemon's end of a connection.
final class ManualPeer {
  private let socket: SeqpacketSocket

  init(_ socket: consuming SeqpacketSocket) { self.socket = socket }

  /// The next packet; empty where the client left.
  func receiveBytes() throws -> [UInt8] {
    if try !socket.waitUntilReadable(timeout: patience) { throw Impatience(reason: "the client sends nothing") }
    return try receiveWaiting() ?? []
  }

  func receive() throws -> RequestPacket {
    let bytes = try receiveBytes()
    return try RequestPacket(decoding: bytes.span.bytes)
  }

  /// A packet that is there already, or nil.
  func receiveWaiting() throws(Errno) -> [UInt8]? {
    do throws(Errno) {
      return try receiveArray(from: socket)
    } catch {
      if error == .wouldBlock { return nil }
      // So the kernel says that the client left without having read everything.
      if error == .connectionReset { return [] }
      throw error
    }
  }

  /// Takes the hello and answers it, if it wants an answer.
  func greet() throws -> Request.Hello {
    let packet = try receive()
    guard case .hello(let hello) = packet.request else { throw Impatience(reason: "\(packet) is no hello") }
    if packet.serial != 0 {
      try send(.reply(serial: packet.serial, .hello(HelloReply(daemonVersion: "test"))))
    }
    return hello
  }

  func send(_ packet: DaemonPacket) throws { try sendBytes(packet.bytes) }

  func sendBytes(_ bytes: [UInt8]) throws { try socket.send(bytes.span.bytes) }
}

/// One packet as an array.
func receiveArray(from socket: borrowing SeqpacketSocket) throws(Errno) -> [UInt8] {
  var storage = [4096 of UInt8](repeating: 0)
  var span = storage.mutableSpan
  var bytes = span.mutableBytes
  let count = try socket.receive(into: &bytes)
  return (0..<count).map { storage[$0] }
}
