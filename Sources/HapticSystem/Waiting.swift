internal import CHapticLinux
internal import Glibc

/// Waits until one of two descriptors can be read or was hung up. A negative number stands for no descriptor.
///
/// - Parameters:
///   - isSending: whether to wait for room to write into the first one, too.
///   - timeout: rounded up to a millisecond; more than 24 days count as for ever.
///
/// The corresponding C function is `poll`.
public func waitUntilReadable(
  _ first: Int32, isSending: Bool = false, or second: Int32 = -1, timeout: Duration
) throws(Errno) {
  let milliseconds = Int32(clamping: (max(timeout, .zero).wholeMicroseconds + 999) / 1000)
  var polls = [
    pollfd(fd: first, events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0),
    pollfd(fd: second, events: Int16(POLLIN), revents: 0),
  ]
  _ = try retryingInterrupts { unsafe poll(&polls, 2, milliseconds == .max ? -1 : milliseconds) }
}

/// Several descriptors behind one that can be watched in their place: it can be read while one of them can.
///
/// A descriptor leaves by being closed. The corresponding C function is `epoll_create1`.
public struct ReadinessSet: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try retryingInterrupts { haptic_epoll_create() })
  }

  /// The number to watch; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Watches one more descriptor, which is not consumed. The corresponding C function is `epoll_ctl`.
  public func insert(_ member: Int32) throws(Errno) {
    let raw = descriptor.rawValue
    _ = try retryingInterrupts { haptic_epoll_add(raw, member) }
  }
}
