import Glibc
import HapticSystem
import TestSupport

/// A socket path of its own for each test; the file goes with the object.
final class SocketPath: Sendable {
  private let folder = try! TestFolder()
  var path: String { folder.path(of: "hapticd.sock") }

  func unlink() { _ = Glibc.unlink(path) }
}

/// How long a test waits for what must happen. Never reached by a test that passes.
let patience = Duration.seconds(20)

struct Impatience: Error { var reason: String }

func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) > 0
}
