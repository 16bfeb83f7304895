internal import CHapticLinux
internal import Glibc

/// One end of a `SOCK_STREAM` connection that can pass descriptors. Never blocks.
public struct StreamSocket: ~Copyable {
  private let descriptor: FileDescriptor

  /// Takes ownership of a connected socket.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Returns the descriptor; the caller becomes the owner.
  public consuming func release() -> Int32 { descriptor.release() }

  /// The name of a listening socket.
  public enum Address: Hashable, Sendable {
    case path(String)
    /// A name that is no file.
    case abstract(String)
  }

  /// Connects to a listening socket without waiting.
  ///
  /// - Throws: `.noSuchFile` or `.connectionRefused` if no process listens, `.wouldBlock` if the listener's backlog is
  ///   full, `.nameTooLong` for a name of more than 107 bytes.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public static func connect(to address: Address) throws(Errno) -> StreamSocket {
    let descriptor = FileDescriptor(owning: try retryingInterrupts { socket(AF_UNIX, flags, 0) })
    let raw = descriptor.rawValue
    _ = try retryingInterrupts {
      switch address {
      case .path(let path): unsafe haptic_connect_unix(raw, path, false)
      case .abstract(let name): unsafe haptic_connect_unix(raw, name, true)
      }
    }
    return StreamSocket(owning: descriptor)
  }

  /// Creates two connected ends. The corresponding C function is `socketpair`.
  public static func pair() throws(Errno) -> StreamSocketPair {
    let ends = try connectedEnds(flags)
    return StreamSocketPair(
      first: StreamSocket(owning: FileDescriptor(owning: ends.0)),
      second: StreamSocket(owning: FileDescriptor(owning: ends.1)))
  }

  /// Receives at most as many bytes as `buffer` has. Descriptors that are passed with them are released.
  ///
  /// - Returns: the number of bytes; 0 if the peer has closed the connection.
  /// - Throws: `.wouldBlock` if there are none.
  ///
  /// The corresponding C function is `recv`.
  public func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int {
    // unsafe: the kernel fills the bytes only during the call
    return try unsafe buffer.withUnsafeMutableBytes { bytes throws(Errno) in
      try retryingInterrupts { unsafe recv(descriptor.rawValue, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) }
    }
  }

  /// Receives in the same way, and calls `takePassed` with each descriptor that is passed with the bytes.
  ///
  /// The corresponding C function is `recvmsg`.
  public func receive(
    into buffer: inout MutableRawSpan, takePassed: (consuming FileDescriptor) -> Void
  ) throws(Errno) -> Int {
    var numbers = [Int32](repeating: -1, count: Int(HAPTIC_MOST_PASSED))
    var count: Int32 = 0
    // unsafe: the kernel fills the bytes only during the call
    let received = try unsafe buffer.withUnsafeMutableBytes { bytes throws(Errno) in
      try retryingInterrupts {
        unsafe haptic_receive_passed(descriptor.rawValue, bytes.baseAddress!, bytes.count, &numbers, &count)
      }
    }
    for number in numbers.prefix(Int(count)) { takePassed(FileDescriptor(owning: number)) }
    return received
  }

  /// Sends as many bytes as the peer's buffer has room for.
  ///
  /// - Parameter passed: descriptors that are passed with the first byte; borrowed.
  /// - Returns: the number of bytes.
  /// - Throws: `.wouldBlock` if there is no room, `.brokenPipe` if the peer has closed the connection.
  ///
  /// The corresponding C function is `sendmsg`.
  public func send(_ bytes: RawSpan, passing passed: [Int32] = []) throws(Errno) -> Int {
    return try retryingInterrupts {
      // unsafe: the kernel reads the bytes only during the call
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe haptic_send_passed(descriptor.rawValue, bytes.baseAddress!, bytes.count, passed, Int32(passed.count))
      }
    }
  }

  private static let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
}

/// The two ends of `StreamSocket.pair()`.
@frozen public struct StreamSocketPair: ~Copyable {
  public var first: StreamSocket
  public var second: StreamSocket

  /// Gives both ends to `body`. Swift 6.2 can take a pair apart only where its type is visible to the package.
  public consuming func part<Result, Failure>(
    _ body: (consuming StreamSocket, consuming StreamSocket) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let one = first
    let other = second
    return try body(one, other)
  }
}
