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

  /// The bytes of a file inside, at most `limit` of them, also where the file does not say how long it is. Never waits:
  /// what is no ordinary file is not read, and a link is not followed.
  ///
  /// - Throws: `.refused` with what the kernel says, such as `.noSuchFile`.
  ///
  /// The corresponding C function is `openat`.
  public func read(_ name: String, upTo limit: Int) throws(RegularFile.Failure) -> [UInt8] {
    let file = try Self.openAt(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    _ = try RegularFile.size(file)
    // Twice as much each time: most files that do not say their size are short, and the limits are not.
    var count = min(limit, Self.firstRead)
    while true {
      let bytes = try RegularFile.read(file, count: count + 1, at: 0)
      if bytes.count <= count { return bytes }
      if count == limit { throw .tooLarge }
      count = min(limit, count * 4)
    }
  }

  /// Bytes that hold the control groups of all but odd processes.
  private static let firstRead = 2048
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
