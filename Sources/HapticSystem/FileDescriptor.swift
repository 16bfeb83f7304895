internal import CHapticLinux
internal import Glibc

/// A file descriptor with exactly one owner: it is closed when the owner goes.
///
/// Closing an evdev node stops and erases every effect uploaded through it, and may take long
/// (kernel: `evdev_release`); owners of such nodes hand them to a `Reaper` by `release()`.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for calls that only look. Do not close it and do not keep it longer than the owner lives.
  public let rawValue: Int32

  /// Takes over an open descriptor.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { _ = close(rawValue) }

  /// Gives the number away unclosed.
  public consuming func release() -> Int32 {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// How a file is opened.
  public struct OpenOptions: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// `O_RDWR`; without it and `writeOnly` the file is only read.
    public static let readWrite = OpenOptions(rawValue: O_RDWR)
    /// `O_WRONLY`.
    public static let writeOnly = OpenOptions(rawValue: O_WRONLY)
    /// `O_NONBLOCK`.
    public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  }

  /// Opens a file; the descriptor does not survive exec.
  ///
  /// - Throws: what the kernel says, such as `.noSuchFile` or `.permissionDenied`.
  ///
  /// The corresponding C function is `open`.
  public static func open(_ path: String, _ options: OpenOptions) throws(Errno) -> FileDescriptor {
    let flags = options.rawValue | O_CLOEXEC
    return FileDescriptor(owning: try retryingInterrupts { unsafe haptic_open(path, flags) })
  }
}
