internal import CHapticLinux
internal import Glibc

/// A counter that a thread raises and another waits for. Sendable because the kernel serialises both and the
/// descriptor never changes.
///
/// The corresponding C function is `eventfd`.
public final class EventCounter: Sendable {
  private let descriptor: FileDescriptor

  /// - Throws: what the kernel says when it has no descriptors left.
  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try retryingInterrupts { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// The number to watch: readable while the counter is not zero. See `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Adds one. Never blocks: only a counter near 2^64 would refuse. The corresponding C function is `eventfd_write`.
  public func raise() { _ = eventfd_write(descriptor.rawValue, 1) }

  /// Back to zero. The corresponding C function is `eventfd_read`.
  public func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor.rawValue, &count)
  }
}
