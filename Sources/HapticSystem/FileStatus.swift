internal import Glibc

/// What the kernel says about a file, without opening it.
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Sendable { case ordinary, folder, socket, pipe, other }

  public let kind: Kind
  public let ownerID: UInt32
  /// Number of bytes; 0 for files that the kernel makes up.
  public let size: Int
  /// Device and number: no two files have the same at the same time.
  public let identity: Identity

  public struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// The file at a path; with `followingLinks` the one that a symbolic link leads to.
  ///
  /// The corresponding C functions are `stat` and `lstat`.
  public init(of path: String, followingLinks: Bool = false) throws(Errno) {
    var status = stat()
    let result = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    if result < 0 { throw .last }
    self.init(status)
  }

  /// An open file. The corresponding C function is `fstat`.
  public init(of descriptor: Int32) throws(Errno) {
    var status = stat()
    if unsafe fstat(descriptor, &status) < 0 { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .ordinary
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      default: .other
      }
    ownerID = status.st_uid
    size = Int(status.st_size)
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
