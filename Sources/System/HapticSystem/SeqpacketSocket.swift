internal import CHapticLinux
internal import Glibc

/// One end of a `SOCK_SEQPACKET` connection: one send is one packet, one receive is one packet. Never blocks.
///
/// A peer whose connection was accepted can pass descriptors, whose release would block for as long as the peer likes: a
/// socket with `SO_LINGER`, or gigabytes of memory. So `receive` leaves them where they are, and a socket with some is
/// closed by a thread.
public struct SeqpacketSocket: ~Copyable, Sendable {
  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public let rawValue: Int32
  private let isAccepted: Bool

  /// Takes ownership of a connected, non-blocking socket.
  public init(owning descriptor: consuming FileDescriptor) { self.init(descriptor, isAccepted: false) }

  fileprivate init(_ descriptor: consuming FileDescriptor, isAccepted: Bool) {
    rawValue = descriptor.release()
    self.isAccepted = isAccepted
  }

  deinit {
    if isAccepted, !haptic_discard_packets(rawValue) { Self.closeOnThread(rawValue) } else { _ = close(rawValue) }
  }

  private static func closeOnThread(_ rawValue: Int32) {
    do throws(Errno) {
      try BackgroundThread.start {
        BackgroundThread.leaveRealTime()
        haptic_close_limited(rawValue)
      }
    } catch {
      haptic_close_limited(rawValue)
    }
  }

  consuming func release() -> Int32 {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// Connects to a listening socket without waiting.
  ///
  /// - Throws: `.noSuchFile` or `.connectionRefused` if no process listens, `.wouldBlock` if the listener's backlog is
  ///   full, `.nameTooLong` for a path of more than 107 bytes.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public static func connect(to path: String) throws(Errno) -> SeqpacketSocket {
    let descriptor = try unconnected()
    _ = try retryingInterrupts { unsafe haptic_connect_unix(descriptor.rawValue, path, false) }
    return SeqpacketSocket(owning: descriptor)
  }

  /// Creates two connected ends, for tests and in-process servers. The corresponding C function is `socketpair`.
  public static func pair() throws(Errno) -> SocketPair {
    let ends = try connectedEnds(flags)
    return SocketPair(
      first: SeqpacketSocket(owning: FileDescriptor(owning: ends.0)),
      second: SeqpacketSocket(owning: FileDescriptor(owning: ends.1)))
  }

  /// Sends one packet completely, or throws.
  ///
  /// - Throws: `.wouldBlock` if the peer's buffer is full, `.brokenPipe` or `.connectionReset` if the peer has closed
  ///   the connection.
  ///
  /// The corresponding C function is `send`, with `MSG_NOSIGNAL | MSG_DONTWAIT`.
  public func send(_ packet: RawSpan) throws(Errno) {
    _ = try retryingInterrupts {
      // unsafe: the kernel reads the bytes only during the call
      unsafe packet.withUnsafeBytes { bytes in
        unsafe Glibc.send(rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
  }

  /// Receives one packet into `buffer`.
  ///
  /// - Returns: the full size of the packet: more than `buffer.byteCount` if it did not fit (the rest is lost), 0 if
  ///   the peer has closed the connection.
  /// - Throws: `.wouldBlock` if there is no packet, `.connectionReset` if the peer closed with unread packets,
  ///   `.notSupported` if a peer whose connection was accepted passes descriptors with the packet, which stays.
  ///
  /// The corresponding C function is `recv`, with `MSG_DONTWAIT | MSG_TRUNC`.
  public func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int {
    if isAccepted, haptic_next_passes(rawValue) { throw .notSupported }
    // unsafe: the kernel fills the bytes only during the call
    return try unsafe buffer.withUnsafeMutableBytes { bytes throws(Errno) in
      try retryingInterrupts {
        unsafe recv(rawValue, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
      }
    }
  }

  /// Whether a packet can be sent now. True if the peer has closed the connection: sending then fails at once.
  ///
  /// The corresponding C function is `poll`.
  public var hasRoom: Bool {
    // If poll fails, report room: the send then returns the error.
    (try? poll(rawValue, for: POLLOUT)) ?? true
  }

  /// Returns the credentials of the peer, as the kernel recorded them at connect. The corresponding socket option is
  /// `SO_PEERCRED`.
  public func peerCredentials() throws(Errno) -> PeerCredentials {
    var credentials = PeerCredentials(processID: 0, userID: 0)
    if unsafe haptic_peer_credentials(rawValue, &credentials.processID, &credentials.userID) < 0 {
      throw .last
    }
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

/// The credentials of a process at the other end of a socket, from the kernel.
public struct PeerCredentials: Hashable, Sendable {
  public var processID: Int32
  public var userID: UInt32

  /// The effective user of this process. The corresponding C function is `geteuid`.
  public static var ownUserID: UInt32 { geteuid() }
  /// The number of this process. The corresponding C function is `getpid`.
  public static var ownProcessID: UInt32 { UInt32(getpid()) }

  public init(processID: Int32, userID: UInt32) {
    self.processID = processID
    self.userID = userID
  }
}

/// A listening `SOCK_SEQPACKET` socket.
public struct SeqpacketListener: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes ownership of a socket that already listens, such as one from systemd. It must be non-blocking.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Listens at `path`, which must not exist, with access for its owner only (0600).
  ///
  /// - Throws: `.addressInUse` if the path exists, `.nameTooLong` for a path of more than 107 bytes.
  ///
  /// The corresponding C functions are `bind` and `listen`.
  public static func bind(to path: String) throws(Errno) -> SeqpacketListener {
    let descriptor = try SeqpacketSocket.unconnected()
    let raw = descriptor.rawValue
    // The mode must be set before any process can connect: the mode of the socket at bind becomes that of the file.
    _ = try retryingInterrupts { fchmod(raw, 0o600) }
    _ = try retryingInterrupts { unsafe haptic_bind_unix(raw, path) }
    _ = try retryingInterrupts { listen(raw, Int32(SOMAXCONN)) }
    return SeqpacketListener(owning: descriptor)
  }

  /// Accepts the next waiting connection.
  ///
  /// - Throws: `.wouldBlock` if there is none.
  ///
  /// The corresponding C function is `accept4`.
  public func accept() throws(Errno) -> SeqpacketSocket {
    let accepted = try retryingInterrupts { haptic_accept(descriptor.rawValue) }
    return SeqpacketSocket(FileDescriptor(owning: accepted), isAccepted: true)
  }
}

/// Creates two connected sockets; `flags` has their type.
func connectedEnds(_ flags: Int32) throws(Errno) -> (Int32, Int32) {
  var ends: (Int32, Int32) = (-1, -1)
  let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
    unsafe socketpair(AF_UNIX, flags, 0, bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
  }
  if result < 0 { throw .last }
  return ends
}

extension PeerCredentials {
  /// The name of the process's program, at most 15 bytes, as the kernel reports it; nil if it cannot be read, for
  /// example because the process has ended. A process can change it: use it for display, not for decisions.
  public var programName: String? {
    guard processID > 0, let folder = try? FolderDescriptor.open("/proc/\(processID)"),
      let bytes = try? folder.read("comm", upTo: 64)
    else { return nil }
    let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
