internal import HapticProtocol
internal import HapticSystem

/// Where packets are received: one piece of memory for all sessions, as they are served one after the other.
final class PacketBuffer {
  private var storage = [UInt8](repeating: 0, count: Limits.maximumRequestSize)

  /// Receives one packet into it.
  ///
  /// - Returns: the packet's size, which may be more than there is room for.
  func receive(from socket: borrowing SeqpacketSocket) throws(Errno) -> Int {
    var span = storage.mutableSpan
    // unsafe: bytes as bytes
    var bytes = unsafe span.mutableBytes
    return try socket.receive(into: &bytes)
  }

  /// The request that was received last.
  func request(ofSize size: Int) throws(ProtocolError) -> RequestPacket {
    guard size <= storage.count else { throw .tooLong(byteCount: size) }
    let span = storage.span
    // unsafe: bytes as bytes
    return try RequestPacket(decoding: unsafe span.bytes.extracting(first: size))
  }
}
