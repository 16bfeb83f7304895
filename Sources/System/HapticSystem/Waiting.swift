internal import CHapticLinux
internal import Glibc

/// Waits until one of two descriptors is readable or hung up. A negative number means no descriptor.
///
/// - Parameters:
///   - isSending: whether to wait also until the first descriptor is writable.
///   - timeout: rounded up to a millisecond; more than 24 days mean no timeout.
///
/// The corresponding C function is `poll`.
public func waitUntilReadable(
  _ first: Int32, isSending: Bool = false, or second: Int32 = -1, timeout: Duration
) throws(Errno) {
  let milliseconds = timeout.pollMilliseconds
  var polls = [
    pollfd(fd: first, events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0),
    pollfd(fd: second, events: Int16(POLLIN), revents: 0),
  ]
  _ = try retryingInterrupts { unsafe poll(&polls, 2, milliseconds == .max ? -1 : milliseconds) }
}

/// Waits until a descriptor is ready, or hung up.
///
/// - Parameters:
///   - events: `POLLIN` or `POLLOUT`.
///   - milliseconds: the longest wait; negative for no limit.
/// - Returns: false after that time.
func poll(_ descriptor: Int32, for events: Int32, milliseconds: Int32 = 0) throws(Errno) -> Bool {
  var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return try retryingInterrupts { unsafe Glibc.poll(&poll, 1, milliseconds) } > 0
}

extension Duration {
  /// The duration as a timeout of `poll`: rounded up to a millisecond, not negative.
  var pollMilliseconds: Int32 { Int32(clamping: (max(self, .zero).wholeMicroseconds + 999) / 1000) }
}

/// A set of descriptors with one descriptor that is readable while any of them is.
///
/// Close a descriptor to remove it from the set. The corresponding C function is `epoll_create1`.
public struct ReadinessSet: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try retryingInterrupts { haptic_epoll_create() })
  }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Adds a descriptor, which is not consumed. The corresponding C function is `epoll_ctl`.
  public func insert(_ member: Int32) throws(Errno) {
    _ = try retryingInterrupts { haptic_epoll_change(descriptor.rawValue, EPOLL_CTL_ADD, member, EPOLLIN.rawValue) }
  }
}
