internal import HapticSystem

/// Takes messages from a stream, one at a time, and never reads beyond the end of one: the descriptors of a piece then
/// belong to its message.
struct MessageReader {
  enum Piece {
    /// A whole message, or a line of the authentication, which precedes the messages.
    case message([UInt8], [BusDescriptor])
    /// The header of a message beyond the limit. The rest is discarded as it arrives.
    case tooLarge(MessageFrame, header: [UInt8])
  }

  private enum Stage {
    case line
    case fixed
    case message(MessageFrame)
    case discard(Int)
  }

  private let limit: Int
  private let takesDescriptors: Bool
  private let buffer = ReceiveBuffer()
  private var stage = Stage.line
  private var bytes: [UInt8] = []
  private var descriptors: [BusDescriptor] = []
  /// The number of bytes that complete the stage.
  private var wanted = 1

  /// - Parameters:
  ///   - limit: the maximum size of a message, in bytes.
  ///   - takesDescriptors: whether to receive descriptors. Otherwise the kernel releases them.
  init(limit: Int, takesDescriptors: Bool) {
    self.limit = limit
    self.takesDescriptors = takesDescriptors
  }

  /// Reads until a piece is complete or nothing more has arrived, or discards a part of a message.
  ///
  /// - Returns: nil if no piece is complete.
  /// - Throws: `.connectionReset` at the end of the stream, `.malformed` for bytes that are no message.
  mutating func next(from socket: borrowing StreamSocket) throws(Errno) -> Piece? {
    if case .discard(let count) = stage { return try discard(count, from: socket) }
    while true {
      while bytes.count < wanted {
        let count = try receive(wanted - bytes.count, from: socket)
        if count == 0 { return nil }
        buffer.append(count, to: &bytes)
      }
      if let piece = try completeStage() { return piece }
    }
  }

  private mutating func completeStage() throws(Errno) -> Piece? {
    switch stage {
    case .line:
      let mayBegin = MessageFrame.begins(bytes[0]) && (bytes.count < 2 || (1...4).contains(bytes[1]))
      if mayBegin, bytes.count == 2 { stage = .fixed }
      if bytes.last == UInt8(ascii: "\n") { return finish() }
      wanted = mayBegin && bytes.count == 2 ? MessageFrame.fixedCount : wanted + 1
      if wanted > Self.longestLine { throw .malformed }
    case .fixed:
      guard let frame = MessageFrame(bytes) else { throw .malformed }
      stage = .message(frame)
      wanted = frame.byteCount <= limit ? frame.byteCount : min(frame.headerCount, limit)
    case .message(let frame):
      if frame.byteCount <= limit { return finish() }
      let piece = Piece.tooLarge(frame, header: bytes)
      stage = .discard(frame.byteCount - bytes.count)
      (bytes, descriptors) = ([], [])
      return piece
    case .discard: break
    }
    return nil
  }

  private mutating func finish() -> Piece {
    defer {
      (bytes, descriptors) = ([], [])
      if case .line = stage { wanted = 1 } else { expectMessage() }
    }
    return .message(bytes, descriptors)
  }

  private mutating func expectMessage() {
    stage = .fixed
    wanted = MessageFrame.fixedCount
  }

  /// Discards one part, so that the event loop can do other work in between.
  private mutating func discard(_ count: Int, from socket: borrowing StreamSocket) throws(Errno) -> Piece? {
    let rest = count - (try receive(count, from: socket))
    descriptors = []
    if rest > 0 { stage = .discard(rest) } else { expectMessage() }
    return nil
  }

  /// - Returns: the number of bytes in the buffer; 0 if nothing has arrived.
  private mutating func receive(_ count: Int, from socket: borrowing StreamSocket) throws(Errno) -> Int {
    do throws(Errno) {
      let received = try buffer.receive(atMost: count, from: socket, takesPassed: takesDescriptors) {
        descriptors.append(BusDescriptor($0))
      }
      if received == 0 { throw Errno.connectionReset }
      return received
    } catch .wouldBlock {
      return 0
    }
  }

  private static let longestLine = 4096
}

/// The memory into which the kernel writes, allocated once.
@safe private final class ReceiveBuffer {
  // unsafe: allocated and freed with the object, and never lent beyond a call
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 8)

  deinit { unsafe memory.deallocate() }

  func receive(
    atMost count: Int, from socket: borrowing StreamSocket, takesPassed: Bool,
    takePassed: (consuming FileDescriptor) -> Void
  ) throws(Errno) -> Int {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.prefix(count))
    var bytes = unsafe MutableRawSpan(_unsafeBytes: part)
    return takesPassed ? try socket.receive(into: &bytes, takePassed: takePassed) : try socket.receive(into: &bytes)
  }

  /// Appends the bytes that were received last.
  func append(_ count: Int, to bytes: inout [UInt8]) { unsafe bytes.append(contentsOf: memory.prefix(count)) }
}

extension Errno {
  /// Bytes that are no message. The corresponding C error is `EBADMSG`.
  static let malformed = Errno(rawValue: 74)
}
