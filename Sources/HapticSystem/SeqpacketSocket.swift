internal import CHapticLinux
internal import Glibc

/// One end of a `SOCK_SEQPACKET` connection: one send is one packet, one receive is one packet. Never blocks unless
/// asked to wait.
public struct SeqpacketSocket: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes over a connected, non-blocking socket.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The number to watch; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Connects to a listening socket without waiting.
  ///
  /// - Throws: `.noSuchFile` or `.connectionRefused` where nobody listens, `.wouldBlock` where the listener's backlog
  ///   is full, `.nameTooLong` for a path of more than 107 bytes.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public static func connect(to path: String) throws(Errno) -> SeqpacketSocket {
    let descriptor = try unconnected()
    let raw = descriptor.rawValue
    _ = try retryingInterrupts { unsafe haptic_connect_unix(raw, path) }
    return SeqpacketSocket(owning: descriptor)
  }

  /// Two connected ends, as tests and in-process servers need them. The corresponding C function is `socketpair`.
  public static func pair() throws(Errno) -> SocketPair {
    var ends: (Int32, Int32) = (-1, -1)
    let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      unsafe socketpair(AF_UNIX, flags, 0, bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
    }
    if result < 0 { throw .last }
    return SocketPair(
      first: SeqpacketSocket(owning: FileDescriptor(owning: ends.0)),
      second: SeqpacketSocket(owning: FileDescriptor(owning: ends.1)))
  }

  /// Sends one packet or nothing.
  ///
  /// - Throws: `.wouldBlock` where the peer has not read and its buffer is full, `.brokenPipe` or `.connectionReset`
  ///   where it left.
  ///
  /// The corresponding C function is `send`, with `MSG_NOSIGNAL | MSG_DONTWAIT`.
  public func send(_ packet: RawSpan) throws(Errno) {
    let raw = descriptor.rawValue
    _ = try retryingInterrupts {
      // unsafe: the kernel reads the bytes only during the call
      unsafe packet.withUnsafeBytes { bytes in
        unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
  }

  /// Receives one packet into `buffer`.
  ///
  /// - Returns: the packet's true size: more than `buffer.byteCount` where it did not fit (the rest is lost), 0 where
  ///   the peer closed.
  /// - Throws: `.wouldBlock` where nothing has come, `.connectionReset` where the peer left with packets unread.
  ///
  /// The corresponding C function is `recv`, with `MSG_DONTWAIT | MSG_TRUNC`.
  public func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int {
    let raw = descriptor.rawValue
    // unsafe: the kernel fills the bytes only during the call
    return try unsafe buffer.withUnsafeMutableBytes { bytes throws(Errno) in
      try retryingInterrupts {
        unsafe recv(raw, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
      }
    }
  }

  /// Waits until a packet can be received or the peer closed.
  ///
  /// - Returns: false where `timeout` (rounded up to a millisecond) passed first.
  ///
  /// The corresponding C function is `poll`.
  public func waitUntilReadable(timeout: Duration) throws(Errno) -> Bool {
    let milliseconds = Int32(clamping: (timeout.wholeMicroseconds + 999) / 1000)
    var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return try retryingInterrupts { unsafe Glibc.poll(&poll, 1, milliseconds) } > 0
  }

  /// Whether a packet could be sent now. True where the peer left, as sending then fails at once.
  ///
  /// The corresponding C function is `poll`.
  public var hasRoom: Bool {
    var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    // Where the kernel cannot tell, sending does.
    return unsafe Glibc.poll(&poll, 1, 0) != 0
  }

  /// Who is on the other end, as the kernel recorded it at connect. The corresponding socket option is `SO_PEERCRED`.
  public func peerCredentials() throws(Errno) -> PeerCredentials {
    var credentials = PeerCredentials(processID: 0, userID: 0, groupID: 0)
    let result = unsafe haptic_peer_credentials(
      descriptor.rawValue, &credentials.processID, &credentials.userID, &credentials.groupID)
    if result < 0 { throw .last }
    return credentials
  }

  fileprivate static let flags = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  fileprivate static func unconnected() throws(Errno) -> FileDescriptor {
    FileDescriptor(owning: try retryingInterrupts { socket(AF_UNIX, flags, 0) })
  }
}

/// The two ends of `SeqpacketSocket.pair()`.
@frozen public struct SocketPair: ~Copyable {
  public var first: SeqpacketSocket
  public var second: SeqpacketSocket
}

/// A process on the other end of a socket, in the words of the kernel.
public struct PeerCredentials: Hashable, Sendable {
  public var processID: Int32
  public var userID: UInt32
  public var groupID: UInt32

  /// The user that this process acts for. The corresponding C function is `geteuid`.
  public static var ownUserID: UInt32 { geteuid() }
  /// The corresponding C function is `getpid`.
  public static var ownProcessID: UInt32 { UInt32(getpid()) }

  public init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }
}

/// A listening `SOCK_SEQPACKET` socket.
public struct SeqpacketListener: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes over a socket that listens already, such as one passed by systemd. It must be non-blocking.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The number to watch; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Listens at `path`, which must not exist, readable and writable for its owner alone (0600).
  ///
  /// - Throws: `.addressInUse` where the path exists, `.nameTooLong` for a path of more than 107 bytes.
  ///
  /// The corresponding C functions are `bind` and `listen`.
  public static func bind(to path: String) throws(Errno) -> SeqpacketListener {
    let descriptor = try SeqpacketSocket.unconnected()
    let raw = descriptor.rawValue
    // The mode is in force before anybody can connect: fchmod before bind decides the mode of the file.
    _ = try retryingInterrupts { fchmod(raw, 0o600) }
    _ = try retryingInterrupts { unsafe haptic_bind_unix(raw, path) }
    _ = try retryingInterrupts { listen(raw, Int32(SOMAXCONN)) }
    return SeqpacketListener(owning: descriptor)
  }

  /// Takes the next waiting connection.
  ///
  /// - Throws: `.wouldBlock` where nobody waits.
  ///
  /// The corresponding C function is `accept4`.
  public func accept() throws(Errno) -> SeqpacketSocket {
    let raw = descriptor.rawValue
    let accepted = try retryingInterrupts { haptic_accept(raw) }
    return SeqpacketSocket(owning: FileDescriptor(owning: accepted))
  }
}
