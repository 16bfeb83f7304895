internal import Glibc

/// Reads and replaces small regular files.
public enum RegularFile {
  /// The reason why a file cannot be read.
  public enum Failure: Error, Hashable, Sendable {
    /// The system refused the access.
    case refused(Errno)
    /// A folder, a device or a pipe.
    case notRegular
    /// The file exceeds the limit.
    case tooLarge
  }

  /// Reads a file of at most `limit` bytes, even if its size is 0 because the kernel generates it (`/proc`). Never
  /// waits: only regular files are read.
  ///
  /// - Throws: `.refused` with the error of the kernel, such as `.noSuchFile`; `.notRegular`; `.tooLarge`.
  public static func read(_ path: String, upTo limit: Int) throws(Failure) -> [UInt8] {
    try readGrowing(access { () throws(Errno) in try .open(path, .nonBlocking) }, upTo: limit)
  }

  /// Reports an error of the kernel as a refusal.
  static func access<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(Failure) -> Value {
    do throws(Errno) { return try body() } catch { throw .refused(error) }
  }

  /// Reads an open file of at most `limit` bytes, even if it does not report its size.
  static func readGrowing(
    _ descriptor: borrowing FileDescriptor, upTo limit: Int
  ) throws(Failure) -> [UInt8] {
    let size = try size(descriptor)
    guard size <= limit else { throw .tooLarge }
    // One byte more than the size detects the end. If there is more, read four times as much: most files that do not
    // report their size are short, and the limits are not.
    var count = min(limit, size > 0 ? size : firstRead)
    while true {
      let bytes = try read(descriptor, count: count + 1)
      if bytes.count <= count { return bytes }
      if count == limit { throw .tooLarge }
      count = min(limit, count * 4)
    }
  }

  /// The size of a first read, in bytes; enough for the control groups of nearly all processes.
  private static let firstRead = 2048

  /// Returns the size that the file reports, in bytes; 0 for files of the kernel.
  ///
  /// - Throws: `.notRegular` for a folder, a device or a pipe.
  static func size(_ descriptor: borrowing FileDescriptor) throws(Failure) -> Int {
    let status = try access { () throws(Errno) in try FileStatus(of: descriptor.rawValue) }
    guard status.kind == .ordinary else { throw .notRegular }
    return status.size
  }

  /// Reads up to `count` bytes from the start.
  private static func read(_ descriptor: borrowing FileDescriptor, count: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor.rawValue, buffer.baseAddress! + filled, count - filled, filled)
      }
      if result == 0 { break }
      if result > 0 {
        filled += result
      } else if Errno.last != .interrupted {
        throw .refused(.last)
      }
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  // MARK: Replacing

  /// Replaces a file atomically, or creates it. A reader finds either the former or the new contents, also after a power
  /// failure. The owner and the mode of a former file are kept. Signals wait meanwhile, so that none leaves the copy.
  ///
  /// A symbolic link is replaced itself, not its target.
  ///
  /// - Parameter newMode: the mode of a file that did not exist, before the umask is applied.
  /// - Throws: the error of the kernel; the file is then unchanged.
  public static func replace(_ path: String, with bytes: [UInt8], newMode: UInt32) throws(Errno) {
    let folder = Folder.containing(path)
    let copy = "\(folder)/.hapticd.\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    try withSignalsBlocked { () throws(Errno) in
      let file = FileDescriptor(owning: try retryingInterrupts { unsafe Glibc.open(copy, flags, newMode) })
      do throws(Errno) {
        try keepOwnership(of: path, file.rawValue)
        try write(bytes, to: file.rawValue)
        _ = try retryingInterrupts { unsafe rename(copy, path) }
      } catch {
        unsafe unlink(copy)
        throw error
      }
    }
    // The folder contains the name and is synced separately. If that fails, the file is complete nevertheless.
    if let folder = try? FileDescriptor.open(folder, []) { fsync(folder.rawValue) }
  }

  private static func keepOwnership(of path: String, _ number: Int32) throws(Errno) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    // Only root can change the owner, and only root replaces files of other users.
    _ = fchown(number, status.st_uid, status.st_gid)
    _ = try retryingInterrupts { fchmod(number, status.st_mode & 0o7777) }
  }

  private static func write(_ bytes: [UInt8], to number: Int32) throws(Errno) {
    var written = 0
    while written < bytes.count {
      // unsafe: the kernel reads the bytes only during the call
      written += try retryingInterrupts {
        unsafe bytes[written...].withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
    _ = try retryingInterrupts { fsync(number) }
  }
}
