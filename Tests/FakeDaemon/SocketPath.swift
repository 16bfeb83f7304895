internal import Glibc
internal import TestSupport

/// A socket path for one test; the file is removed when this object is released.
public final class SocketPath: Sendable {
  private let folder = try! TestFolder()
  public var path: String { folder.path(of: "hapticd.sock") }

  public init() {}

  public func unlink() { _ = Glibc.unlink(path) }
}

/// The timeout of waits in tests; a passing test never reaches it.
public let waitLimit = TestWait.limit

public struct WaitError: Error {
  public var reason: String
  public init(reason: String) { self.reason = reason }
}

public func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) > 0
}
