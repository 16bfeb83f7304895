internal import Glibc
internal import TestSupport

/// A socket path of its own for each test; the file goes with the object.
public final class SocketPath: Sendable {
  private let folder = try! TestFolder()
  public var path: String { folder.path(of: "hapticd.sock") }

  public init() {}

  public func unlink() { _ = Glibc.unlink(path) }
}

/// How long a test waits for what must happen. Never reached by a test that passes.
public let patience = Duration.seconds(20)

public struct Impatience: Error {
  public var reason: String
  public init(reason: String) { self.reason = reason }
}

public func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) > 0
}
