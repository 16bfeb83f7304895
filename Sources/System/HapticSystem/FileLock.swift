internal import Glibc

/// A lock on a file that only one owner can hold. It is released when the owner is destroyed, also if the process is
/// killed. The file remains: removing it would allow two processes to lock two files of the same path.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Locks a file without waiting. Creates the file if it is missing, with access for its owner only (0600).
  ///
  /// - Throws: `.wouldBlock` if another process holds the lock.
  ///
  /// The corresponding C function is `flock`.
  public static func take(_ path: String) throws(Errno) -> FileLock {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let number = try retryingInterrupts { unsafe open(path, flags, 0o600) }
    let descriptor = FileDescriptor(owning: number)
    _ = try retryingInterrupts { flock(number, LOCK_EX | LOCK_NB) }
    return FileLock(descriptor: descriptor)
  }
}
