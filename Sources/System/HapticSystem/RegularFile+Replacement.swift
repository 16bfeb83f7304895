internal import Glibc

extension RegularFile {
  /// Replaces a file atomically, or creates it. A reader finds either the former or the new contents, also after a power
  /// failure. The owner and the mode of a former file are kept.
  ///
  /// A symbolic link is replaced itself, not its target.
  ///
  /// - Parameter newMode: the mode of a file that did not exist, before the umask is applied.
  /// - Throws: the error of the kernel; the file is then unchanged.
  public static func replace(_ path: String, with bytes: [UInt8], newMode: UInt32) throws(Errno) {
    let folder = Folder.containing(path)
    let copy = "\(folder)/.hapticd.\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = FileDescriptor(owning: try retryingInterrupts { unsafe Glibc.open(copy, flags, newMode) })
    do throws(Errno) {
      try keepOwnership(of: path, file.rawValue)
      try write(bytes, to: file.rawValue)
      _ = try retryingInterrupts { unsafe rename(copy, path) }
    } catch {
      unsafe unlink(copy)
      throw error
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

extension Folder {
  /// Returns the folder of a path: `.` for a name without one.
  public static func containing(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path: `event5` of `/dev/input/event5`. The path itself has no other for `/`.
  public static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
