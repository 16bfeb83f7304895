internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// The packet of a play with the options of most plays: its size is fixed and it is made of numbers only. A request is a
/// value of many types, whose copies and encoding take half as long as the `send`.
struct PlainPlay {
  /// The bytes, eight per word, with the first byte in the lowest bits. hapticd-protocol(7) describes them.
  private var words = [18 of UInt64](repeating: 0)
  let playedHandle: Handle?

  init(_ subject: Request.Play.Subject, intensity: UInt16, cause: Instant) {
    switch subject {
    case .handle(let handle):
      playedHandle = handle
      words[1] = UInt64(handle.rawValue) << 32
    case .name(let name):
      playedHandle = nil
      for index in name.words.indices { words[12 + index] = name.words[index] }
    }
    words[0] = UInt64(Opcode.play.rawValue)
    words[2] = UInt64(intensity) << 32
    words[4] = UInt64(bitPattern: cause.nanoseconds)
  }

  /// Passes the bytes of the packet.
  func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
    var bytes = words
    for index in bytes.indices { bytes[index] = bytes[index].littleEndian }
    return try body(RawSpan(_elements: bytes.span))
  }
}

extension PlainPlay: OutgoingPacket {
  var isAboutOwnPlaybacks: Bool { false }

  func send(to socket: borrowing SeqpacketSocket) throws(Errno) {
    try withBytes { bytes throws(Errno) in try socket.send(bytes) }
  }
}
