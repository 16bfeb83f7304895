internal import Glibc

/// A file descriptor with exactly one owner; closed when the owner is destroyed.
///
/// Closing an evdev node stops and erases every effect uploaded through it, and may take long (kernel:
/// `evdev_release`). Owners of such nodes pass them to a `Reaper` with `release()`.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for calls that do not close it. Do not use it after the owner is destroyed.
  public let rawValue: Int32

  /// Takes ownership of an open descriptor.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { _ = close(rawValue) }

  /// Returns the number without closing it; the caller becomes the owner.
  public consuming func release() -> Int32 {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// The flags for opening a file.
  public struct OpenOptions: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// `O_RDWR`; without it and `writeOnly`, the file is opened for reading.
    public static let readWrite = OpenOptions(rawValue: O_RDWR)
    /// `O_WRONLY`.
    public static let writeOnly = OpenOptions(rawValue: O_WRONLY)
    /// `O_NONBLOCK`.
    public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  }

  /// Opens a file with `O_CLOEXEC`.
  ///
  /// - Throws: the error of the kernel, such as `.noSuchFile` or `.permissionDenied`.
  ///
  /// The corresponding C function is `open`.
  public static func open(_ path: String, _ options: OpenOptions) throws(Errno) -> FileDescriptor {
    let flags = options.rawValue | O_CLOEXEC
    return FileDescriptor(owning: try retryingInterrupts { unsafe Glibc.open(path, flags) })
  }

  /// Returns a new descriptor for the same open file, with `O_CLOEXEC`.
  ///
  /// - Parameter rawValue: the descriptor; borrowed.
  ///
  /// The corresponding C function is `fcntl`, with `F_DUPFD_CLOEXEC`.
  public static func duplicating(_ rawValue: Int32) throws(Errno) -> FileDescriptor {
    FileDescriptor(owning: try retryingInterrupts { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) })
  }
}
