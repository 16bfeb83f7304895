internal import CHapticLinux
internal import Glibc

/// A lock that one open file holds at a time. It goes with its owner, also when the process is killed; the file stays, as
/// removing it would let two processes hold locks on two files of the same path.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes the lock of a file, which is made where it is missing, for its user alone (0600). Does not wait.
  ///
  /// - Throws: `.wouldBlock` where another process holds it.
  ///
  /// The corresponding C function is `flock`.
  public static func take(_ path: String) throws(Errno) -> FileLock {
    let number = try retryingInterrupts { unsafe haptic_create(path, 0o600) }
    let descriptor = FileDescriptor(owning: number)
    _ = try retryingInterrupts { flock(number, LOCK_EX | LOCK_NB) }
    return FileLock(descriptor: descriptor)
  }
}
