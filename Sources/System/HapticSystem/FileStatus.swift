internal import Glibc

/// The metadata of a file, without opening it.
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Sendable { case ordinary, folder, socket, pipe, other }

  public let kind: Kind
  public let ownerID: UInt32
  /// The size in bytes; 0 for files that the kernel generates.
  public let size: Int
  /// Device and inode number, which identify the file among all existing files.
  public let inode: Inode

  /// The device and inode number of a file.
  public struct Inode: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Reads the metadata of the file at a path. With `followingLinks`, that of the target of a symbolic link.
  ///
  /// - Throws: the error of the kernel.
  ///
  /// The corresponding C functions are `stat` and `lstat`.
  public init(of path: String, followingLinks: Bool = false) throws(Errno) {
    var status = stat()
    let result = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    if result < 0 { throw .last }
    self.init(status)
  }

  /// Reads the metadata of an open file. The corresponding C function is `fstat`.
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
    inode = Inode(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
