import Glibc
import HapticSystem
import TestSupport
import Testing

/// A file that is mounted over another one, as a sandbox's file from elsewhere.
final class BoundFile {
  let path: String

  /// Whether this process may mount one.
  static let isPossible: Bool = {
    guard geteuid() == 0, let folder = try? TestFolder(), let source = try? folder.write("", to: "source"),
      let target = try? folder.write("", to: "target")
    else { return false }
    return (try? BoundFile(source, over: target)) != nil
  }()

  init(_ source: String, over path: String) throws {
    self.path = path
    if mount(source, path, nil, UInt(MS_BIND), nil) < 0 { throw Errno.last }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// The line of a mount table for it, with a type of the test's choice.
  func mountLine(type: String) -> String {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let name = String(path.split(separator: "/").last!)
    let mount = try! FolderDescriptor.open("/\(folder)").find(name).place.mountID!
    return "\(mount) 1 0:99 / \(path) rw - \(type) bound rw\n"
  }
}
