import Glibc
import HapticSystem
import TestSupport
import Testing

/// A FUSE file system whose server never answers. Whoever looks into it waits until this is gone.
final class SilentFileSystem {
  private let folder: TestFolder
  private let connection: Int32
  var path: String { folder.path }

  /// Whether this process may mount one.
  static let isPossible: Bool = {
    guard geteuid() == 0, let mounted = try? SilentFileSystem() else { return false }
    _ = mounted.path
    return true
  }()

  init() throws {
    folder = try TestFolder()
    connection = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    try #require(connection >= 0)
    let options = "fd=\(connection),rootmode=40000,user_id=0,group_id=0,allow_other"
    let result = mount("silent", folder.path, "fuse", UInt(MS_NOSUID | MS_NODEV), options)
    if result < 0 { throw Errno.last }
  }

  deinit {
    // The kernel gives up on everything that waits.
    close(connection)
    umount2(folder.path, Int32(MNT_DETACH))
  }

  /// The line of a mount table for it, with a type of the test's choice.
  func mountLine(type: String) -> String {
    let place = try! FolderDescriptor.open(path).place()
    return "\(place.mountID!) 1 0:99 / / rw - \(type) silent rw\n"
  }
}
