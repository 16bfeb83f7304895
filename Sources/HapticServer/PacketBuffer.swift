internal import HapticProtocol
internal import HapticSystem

/// Where packets are received: one piece of memory for all sessions, as they are served one after the other. It is not
/// cleared in between, which would cost more than most packets.
@safe final class PacketBuffer {
  // unsafe: allocated and freed with the object, and never lent beyond a call
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.maximumRequestSize, alignment: 8)

  deinit { unsafe memory.deallocate() }

  /// Receives one packet into it.
  ///
  /// - Returns: the packet's size, which may be more than there is room for.
  func receive(from socket: borrowing SeqpacketSocket) throws(Errno) -> Int {
    var bytes = unsafe MutableRawSpan(_unsafeBytes: memory)
    return try socket.receive(into: &bytes)
  }

  /// The request that was received last.
  func request(ofSize size: Int) throws(ProtocolError) -> RequestPacket {
    guard size <= Limits.maximumRequestSize else { throw .tooLong(byteCount: size) }
    let bytes = unsafe RawSpan(_unsafeBytes: memory)
    return try RequestPacket(decoding: bytes.extracting(first: size))
  }
}
