internal import Glibc

/// Files that are small enough to be read at once.
public enum RegularFile {
  public enum Failure: Error, Hashable, Sendable {
    case refused(Errno)
    /// A folder, a device, a pipe: nothing that has an end.
    case notRegular
    case tooLarge
  }

  /// Reads a file of at most `limit` bytes to its end, also where its size is 0 because the kernel makes it (`/proc`).
  /// Never waits: only ordinary files are read.
  ///
  /// - Throws: `.refused` with what the kernel says, such as `.noSuchFile`.
  public static func read(_ path: String, upTo limit: Int) throws(Failure) -> [UInt8] {
    try readGrowing(try open(path), upTo: limit)
  }

  /// The bytes of an open file of at most `limit` bytes, also where it does not say how long it is.
  static func readGrowing(
    _ descriptor: borrowing FileDescriptor, upTo limit: Int
  ) throws(Failure) -> [UInt8] {
    let size = try size(descriptor)
    guard size <= limit else { throw .tooLarge }
    // One byte more than the size shows the end. Four times as much each time where there is more: most files that do
    // not state their size are short, and the limits are not.
    var count = min(limit, size > 0 ? size : firstRead)
    while true {
      let bytes = try read(descriptor, count: count + 1, at: 0)
      if bytes.count <= count { return bytes }
      if count == limit { throw .tooLarge }
      count = min(limit, count * 4)
    }
  }

  /// Bytes that hold the control groups of all but odd processes.
  private static let firstRead = 2048

  /// How many bytes it says it has; files of the kernel say 0.
  static func size(_ descriptor: borrowing FileDescriptor) throws(Failure) -> Int {
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(of: descriptor.rawValue) } catch { throw .refused(error) }
    guard status.kind == .ordinary else { throw .notRegular }
    return status.size
  }

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(Errno) { return try FileDescriptor.open(path, .nonBlocking) } catch { throw .refused(error) }
  }

  /// As many bytes as there are, up to `count`.
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
  /// Whether there is a folder at this path, or a link to one.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus(of: path, followingLinks: true).kind) == .folder
  }

  /// The names in a folder, in no order, without `.` and `..`. Names that are not UTF-8 are left out: no path of ours
  /// could name them.
  ///
  /// - Throws: what the kernel says, such as `.noSuchFile`.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  public static func entries(of path: String) throws(Errno) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .last }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // unsafe: the name is ended by a NUL within the entry
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The path behind all links on the way; nil where it leads nowhere. The corresponding C function is `realpath`.
  public static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
