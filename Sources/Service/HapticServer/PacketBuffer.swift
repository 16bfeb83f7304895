internal import HapticProtocol
internal import HapticSystem

/// The receive buffer that all sessions share, as they are served one after the other. It is not cleared in between,
/// which would cost more than most packets.
@safe final class PacketBuffer {
  // unsafe: allocated and freed with the object, and never lent beyond a call
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.maximumRequestSize, alignment: 8)

  deinit { unsafe memory.deallocate() }

  /// Receives one packet into the buffer.
  ///
  /// - Returns: the packet's size in bytes, which may exceed that of the buffer.
  func receive(from socket: borrowing SeqpacketSocket) throws(Errno) -> Int {
    var bytes = unsafe MutableRawSpan(_unsafeBytes: memory)
    return try socket.receive(into: &bytes)
  }

  /// Decodes the packet that was received last.
  ///
  /// - Throws: `.tooLong` if the packet exceeded the buffer, or the decoder's error.
  func request(ofSize size: Int) throws(ProtocolError) -> RequestPacket {
    guard size <= Limits.maximumRequestSize else { throw .tooLong(byteCount: size) }
    let bytes = unsafe RawSpan(_unsafeBytes: memory)
    return try RequestPacket(decoding: bytes.extracting(first: size))
  }
}
