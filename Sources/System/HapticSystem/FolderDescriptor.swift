internal import CHapticLinux
internal import Glibc

/// A reference to a folder that stays valid if the path changes.
public struct FolderDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Opens a folder, following links.
  ///
  /// The corresponding C function is `open`, with `O_PATH | O_DIRECTORY`.
  public static func open(_ path: String) throws(RegularFile.Failure) -> FolderDescriptor {
    FolderDescriptor(descriptor: try openAt(AT_FDCWD, path, Self.flags))
  }

  /// Opens a folder inside this one. Follows links, including those of `/proc` to other places.
  public func folder(_ name: String) throws(RegularFile.Failure) -> FolderDescriptor {
    FolderDescriptor(descriptor: try Self.openAt(descriptor.rawValue, name, Self.flags))
  }

  /// A path of this process to the folder, which leads there whatever the folder's name is by now.
  public var path: String { "/proc/self/fd/\(descriptor.rawValue)" }

  /// The mount and inode of the folder. Does not access its file system.
  public func place() throws(RegularFile.Failure) -> FilePlace { try FilePlace(descriptor.rawValue) }

  /// Finds a file in the folder without opening it. Does not follow a link.
  ///
  /// - Throws: `.refused` with the error of the kernel, such as `.noSuchFile`.
  public func find(_ name: String) throws(RegularFile.Failure) -> FoundFile {
    try FoundFile(Self.openAt(descriptor.rawValue, name, haptic_path_only | O_NOFOLLOW | O_CLOEXEC))
  }

  /// Reads a file in the folder, at most `limit` bytes, even if the file does not report its size. Does not follow a
  /// link.
  ///
  /// - Throws: `.refused` with the error of the kernel, such as `.noSuchFile`; `.notRegular`; `.tooLarge`.
  ///
  /// The corresponding C function is `openat`.
  public func read(_ name: String, upTo limit: Int) throws(RegularFile.Failure) -> [UInt8] {
    let file = try Self.openAt(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return try RegularFile.readGrowing(file, upTo: limit)
  }

  private static let flags = haptic_path_only | O_DIRECTORY | O_CLOEXEC

  private static func openAt(
    _ folder: Int32, _ name: String, _ flags: Int32
  ) throws(RegularFile.Failure) -> FileDescriptor {
    try RegularFile.access { () throws(Errno) in
      FileDescriptor(owning: try retryingInterrupts { unsafe openat(folder, name, flags) })
    }
  }
}

/// A file that was found but not opened: only the name was looked up in its file system.
public struct FoundFile: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  /// The mount and inode of the file.
  public let place: FilePlace

  fileprivate init(_ descriptor: consuming FileDescriptor) throws(RegularFile.Failure) {
    place = try FilePlace(descriptor.rawValue)
    self.descriptor = descriptor
  }

  /// Opens and reads the file; see `FolderDescriptor.read`.
  public func read(upTo limit: Int) throws(RegularFile.Failure) -> [UInt8] {
    guard place.isOrdinaryFile else { throw .notRegular }
    return try RegularFile.read("/proc/self/fd/\(descriptor.rawValue)", upTo: limit)
  }
}

/// The location of a file, from the kernel's own tables.
///
/// The corresponding C function is `statx`, with `AT_STATX_DONT_SYNC`.
public struct FilePlace: Hashable, Sendable {
  /// The mount through which the file was found: the first column of `/proc/PID/mountinfo`. Nil before Linux 5.8.
  public let mountID: UInt64?
  public let isOrdinaryFile: Bool
  private let inode: UInt64

  init(_ descriptor: Int32) throws(RegularFile.Failure) {
    var (mount, inode, mode) = (UInt64(0), UInt64(0), UInt32(0))
    if unsafe haptic_mount_place(descriptor, &mount, &inode, &mode) < 0 { throw .refused(.last) }
    mountID = mount == 0 ? nil : mount
    isOrdinaryFile = mode & UInt32(Glibc.S_IFMT) == UInt32(Glibc.S_IFREG)
    self.inode = inode
  }
}
