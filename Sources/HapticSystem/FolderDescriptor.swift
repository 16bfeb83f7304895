internal import CHapticLinux
internal import Glibc

/// A folder that stays the same one, whatever happens to its path.
public struct FolderDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Opens a folder, following links.
  ///
  /// The corresponding C function is `open`, with `O_PATH | O_DIRECTORY`.
  public static func open(_ path: String) throws(RegularFile.Failure) -> FolderDescriptor {
    FolderDescriptor(descriptor: try openAt(AT_FDCWD, path, Self.flags))
  }

  /// Opens a folder inside, following links: also those of `/proc` that lead elsewhere.
  public func folder(_ name: String) throws(RegularFile.Failure) -> FolderDescriptor {
    FolderDescriptor(descriptor: try Self.openAt(descriptor.rawValue, name, Self.flags))
  }

  /// Where the folder is. Does not ask its file system.
  public func place() throws(RegularFile.Failure) -> FilePlace { try FilePlace(descriptor.rawValue) }

  /// A file inside that is found and not opened. A link is not followed.
  ///
  /// - Throws: `.refused` with what the kernel says, such as `.noSuchFile`.
  public func find(_ name: String) throws(RegularFile.Failure) -> FoundFile {
    try FoundFile(Self.openAt(descriptor.rawValue, name, haptic_path_only | O_NOFOLLOW | O_CLOEXEC))
  }

  /// The bytes of a file inside, at most `limit` of them, also where the file does not say how long it is. What is no
  /// ordinary file is not read, and a link is not followed.
  ///
  /// - Throws: `.refused` with what the kernel says, such as `.noSuchFile`.
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
    do throws(Errno) {
      return FileDescriptor(owning: try retryingInterrupts { unsafe haptic_open_at(folder, name, flags) })
    } catch {
      throw .refused(error)
    }
  }
}

/// A file that is found and not opened: its file system has been asked for the name and for nothing else.
public struct FoundFile: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  public let place: FilePlace

  fileprivate init(_ descriptor: consuming FileDescriptor) throws(RegularFile.Failure) {
    place = try FilePlace(descriptor.rawValue)
    self.descriptor = descriptor
  }

  /// Opens the file and reads it; see `FolderDescriptor.read`.
  public func read(upTo limit: Int) throws(RegularFile.Failure) -> [UInt8] {
    guard place.isOrdinaryFile else { throw .notRegular }
    let file: FileDescriptor
    do throws(Errno) {
      file = try FileDescriptor.open("/proc/self/fd/\(descriptor.rawValue)", .nonBlocking)
    } catch {
      throw .refused(error)
    }
    return try RegularFile.readGrowing(file, upTo: limit)
  }
}

/// Where a file is, by the kernel's own tables.
///
/// The corresponding C function is `statx`, with `AT_STATX_DONT_SYNC`.
public struct FilePlace: Hashable, Sendable {
  /// The mount that it was reached by: the first column of `/proc/PID/mountinfo`. Nil before Linux 5.8.
  public let mountID: UInt64?
  public let isOrdinaryFile: Bool
  private let inode: UInt64

  init(_ descriptor: Int32) throws(RegularFile.Failure) {
    var (mount, inode, mode) = (UInt64(0), UInt64(0), UInt32(0))
    if unsafe haptic_mount_place(descriptor, &mount, &inode, &mode) < 0 { throw .refused(.last) }
    mountID = mount == 0 ? nil : mount
    isOrdinaryFile = mode & UInt32(S_IFMT) == UInt32(S_IFREG)
    self.inode = inode
  }
}
