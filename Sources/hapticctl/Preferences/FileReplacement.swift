internal import Glibc
internal import HapticSystem

/// A file that is written anew as a whole: who reads it finds what it was or what it is, never a part, also where the
/// power goes meanwhile.
struct FileReplacement {
  /// What is written: where the path is a link, what it leads to.
  private let target: String
  private let folder: String

  /// Makes the folder where there is none, for its owner alone.
  init(_ path: String) throws(Failure) {
    try Self.makeFolder(Self.folder(of: path))
    target = try Self.target(of: path)
    folder = Self.folder(of: target)
  }

  /// - Throws: a failure with what the kernel says; the file is then as it was.
  func write(_ bytes: [UInt8]) throws(Failure) {
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
    // The name is in the folder, which is written by itself. Where that fails, the file is whole all the same.
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

  /// As the file was; a new one is for its owner alone, as mkstemp makes it.
  private func keepOwnership(_ number: Int32) throws(Errno) {
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { return }
    // Only root can, and only root meets files of others.
    _ = fchown(number, status.st_uid, status.st_gid)
    _ = try retryingInterrupts { fchmod(number, status.st_mode & 0o7777) }
  }

  private func failure(_ error: Errno) -> Failure {
    .refused("\(target) cannot be written: \(error); see to the folder's permissions")
  }

  // MARK: Paths

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    if Folder.exists(path) { return }
    if path != "/" { try makeFolder(folder(of: path)) }
    guard unsafe mkdir(path, 0o700) == 0 || Errno.last == Errno(rawValue: EEXIST) else {
      throw .refused("\(path) cannot be made: \(Errno.last); see to the permissions of the folder above")
    }
  }

  private static func target(of path: String) throws(Failure) -> String {
    if let target = Folder.resolved(path) {
      guard unsafe access(target, W_OK) == 0 else {
        throw .refused("\(target) cannot be written: \(Errno.last); see to its permissions")
      }
      return target
    }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else {
      throw .refused("\(path) is a link that leads nowhere; make the file that it leads to, or take the link away")
    }
    return path
  }
}
