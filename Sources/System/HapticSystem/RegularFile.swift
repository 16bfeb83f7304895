internal import Glibc

/// Reads small regular files.
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
    try readGrowing(try open(path), upTo: limit)
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
      let bytes = try read(descriptor, count: count + 1, at: 0)
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
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(of: descriptor.rawValue) } catch { throw .refused(error) }
    guard status.kind == .ordinary else { throw .notRegular }
    return status.size
  }

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(Errno) { return try FileDescriptor.open(path, .nonBlocking) } catch { throw .refused(error) }
  }

  /// Reads up to `count` bytes from `start`.
  static func read(
    _ descriptor: borrowing FileDescriptor, count: Int, at start: Int
  ) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let number = descriptor.rawValue
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(number, buffer.baseAddress! + filled, count - filled, start + filled)
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
}

/// Folders of the file system.
public enum Folder {
  /// Whether the path is a folder, or a link to one.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus(of: path, followingLinks: true).kind) == .folder
  }

  /// Returns the names in a folder in any order, without `.` and `..`. Omits names that are not UTF-8, because the
  /// daemon cannot form their paths.
  ///
  /// - Throws: the error of the kernel, such as `.noSuchFile`.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  public static func entries(of path: String) throws(Errno) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .last }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // unsafe: the name is terminated by a NUL within the entry
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the path with all links resolved, or nil if it does not exist. The corresponding C function is `realpath`.
  public static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
