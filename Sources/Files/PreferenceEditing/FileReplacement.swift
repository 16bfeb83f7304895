internal import Glibc
internal import HapticSystem

/// Replaces a file atomically. A reader finds either the former or the new text, also after a power failure.
public struct FileReplacement {
  /// The path of the file; for a symbolic link, of its target.
  private let target: String
  private let folder: String

  /// Creates the folder if it does not exist, accessible only to its owner.
  ///
  /// - Throws: a failure if the folder cannot be created, the file is not writable, or the link has no target.
  public init(_ path: String) throws(FileFailure) {
    try Self.makeFolder(Self.folder(of: path))
    target = try Self.target(of: path)
    folder = Self.folder(of: target)
  }

  /// Replaces the contents of the file.
  ///
  /// - Throws: a failure with the system's reason; the file is then unchanged.
  public func write(_ bytes: [UInt8]) throws(FileFailure) {
    var name = Array("\(folder)/.hapticd.toml.XXXXXX".utf8CString)
    let number = unsafe mkstemp(&name)
    guard number >= 0 else { throw failure(.last) }
    let copy = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(Errno) {
      try fill(FileDescriptor(owning: number), bytes)
      _ = try retryingInterrupts { unsafe rename(copy, target) }
    } catch {
      unsafe unlink(copy)
      throw failure(error)
    }
    // The folder contains the name and is synced separately. If that fails, the file is complete nevertheless.
    if let folder = try? FileDescriptor.open(folder, []) { fsync(folder.rawValue) }
  }

  private func fill(_ file: borrowing FileDescriptor, _ bytes: [UInt8]) throws(Errno) {
    let number = file.rawValue
    try keepOwnership(number)
    var written = 0
    while written < bytes.count {
      // unsafe: the kernel reads the bytes only during the call
      written += try retryingInterrupts {
        unsafe bytes[written...].withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
    _ = try retryingInterrupts { fsync(number) }
  }

  /// Copies the owner and the mode of the former file. A new file has the mode that mkstemp sets: only its owner can
  /// read it.
  private func keepOwnership(_ number: Int32) throws(Errno) {
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { return }
    // Only root can change the owner, and only root edits files of other users.
    _ = fchown(number, status.st_uid, status.st_gid)
    _ = try retryingInterrupts { fchmod(number, status.st_mode & 0o7777) }
  }

  private func failure(_ error: Errno) -> FileFailure {
    FileFailure("cannot write \(target): \(error); check the permissions of its folder", because: error)
  }

  // MARK: Paths

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func makeFolder(_ path: String) throws(FileFailure) {
    if Folder.exists(path) { return }
    if path != "/" { try makeFolder(folder(of: path)) }
    guard unsafe mkdir(path, 0o700) != 0, case let error = Errno.last, error != Errno(rawValue: EEXIST) else { return }
    throw FileFailure(
      "cannot create the folder \(path): \(error); check the permissions of its parent folder", because: error)
  }

  private static func target(of path: String) throws(FileFailure) -> String {
    if let target = Folder.resolved(path) {
      guard unsafe access(target, W_OK) == 0 else {
        let error = Errno.last
        throw FileFailure("cannot write \(target): \(error); check its permissions", because: error)
      }
      return target
    }
    var status = stat()
    // Another program may have created the file meanwhile.
    guard unsafe lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK else {
      throw FileFailure("\(path) is a symbolic link without a target; create the target, or remove the link")
    }
    return path
  }
}
