internal import CHapticLinux
internal import Glibc

/// A counter that one thread increments and another thread waits for. Sendable because the kernel serialises both
/// operations and the descriptor never changes.
public final class EventCounter: Sendable {
  private let descriptor: FileDescriptor

  /// Creates a counter with the value 0.
  ///
  /// - Throws: the error of the kernel, such as too many open descriptors.
  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try retryingInterrupts { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// The descriptor to wait on: readable while the counter is not zero. See `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Adds one. Never blocks: only a counter near 2^64 would refuse.
  ///
  /// The corresponding C function is `eventfd_write`.
  public func raise() { _ = eventfd_write(descriptor.rawValue, 1) }

  /// Sets the counter to 0. The corresponding C function is `eventfd_read`.
  public func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor.rawValue, &count)
  }
}
