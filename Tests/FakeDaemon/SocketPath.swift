internal import Glibc
internal import HapticSystem
internal import TestSupport

/// A socket path for one test; the file is removed when this object is released.
package final class SocketPath: Sendable {
  private let folder = try! TestFolder()
  package var path: String { folder.path(of: "hapticd.sock") }

  package init() {}

  package func unlink() { _ = Glibc.unlink(path) }
}

/// The timeout of waits in tests; a passing test never reaches it.
package let waitLimit = TestWait.limit

package struct WaitError: Error {
  package var reason: String
  package init(reason: String) { self.reason = reason }
}

package func isReadable(_ descriptor: Int32, within timeout: Duration = .zero) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let result = try? retryingInterrupts { poll(&entry, 1, Int32(timeout / .milliseconds(1))) }
  return result == 1
}
