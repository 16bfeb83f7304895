import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import DaemonAssembly

@Suite struct SocketFileTests {
  private let folder = try! TestFolder()
  private var path: String { folder.path(of: "socket") }

  @Test func `an ordinary file is refused and stays`() throws {
    try folder.write("precious", to: "socket")
    #expect(complaint()?.contains("not a socket") == true)
    #expect(try RegularFile.read(path, upTo: 100) == Array("precious".utf8))
  }

  @Test(arguments: ["folder", "link", "pipe"]) func `an entry that is not a socket is refused and stays`(_ kind: String)
    throws
  {
    switch kind {
    case "folder": try folder.makeFolder("socket")
    case "link": symlink("/nonexistent", path)
    default: mkfifo(path, 0o600)
    }
    #expect(complaint()?.contains("not a socket") == true)
    #expect(throws: Never.self) { try FileStatus(of: path) }
  }

  @Test func `a second daemon is refused while the first serves, and serves after it`() throws {
    var first: Listener? = try Listener.open(at: path)
    #expect(complaint()?.contains("another hapticd listens there") == true)
    #expect(first != nil)
    first = nil
    #expect((try? FileStatus(of: path)) == nil, "a clean end removes the socket")
    #expect(complaint() == nil)
  }

  @Test func `a daemon that ends removes only its own socket`() throws {
    var first: Listener? = try Listener.open(at: path)
    #expect(first != nil)
    unlink(path)
    let other = try SeqpacketListener.bind(to: path)
    first = nil
    #expect(answers)
    _ = other.rawValue
  }

  @Test func `a socket that a killed daemon left is replaced, one that answers is not`() throws {
    do { _ = try SeqpacketListener.bind(to: path) }
    #expect(complaint() == nil)
    let other = try SeqpacketListener.bind(to: path)
    #expect(complaint()?.contains("another program listens there") == true)
    _ = other.rawValue
  }

  @Test func `one of many daemons that start at once serves`() throws {
    for _ in 0..<20 {
      do { _ = try SeqpacketListener.bind(to: path) }
      let daemons = try (0..<4).map { _ in try Process("hapticd", "--no-devices", "--socket", path) }
      let ready = daemons.filter { $0.says("is ready\n") }
      #expect(ready.count == 1)
      for daemon in daemons where daemon !== ready.first {
        #expect(daemon.end() == 1)
        #expect(daemon.text.contains("another hapticd listens there"), "\(daemon.text)")
      }
      #expect(answers)
      #expect(ready.first?.end(SIGTERM) == 0)
    }
  }

  @Test func `a path that is too long, or a folder that is missing, is refused with a remedy`() {
    #expect(complaint(path + String(repeating: "x", count: 100))?.contains("at most 107 bytes") == true)
    #expect(complaint("/nonexistent/socket")?.contains("/nonexistent/socket.lock cannot be used: No such file") == true)
  }

  private var answers: Bool { (try? SeqpacketSocket.connect(to: path).rawValue) != nil }

  /// The error that prevents the start of a daemon; nil if it would start.
  private func complaint(_ path: String? = nil) -> String? {
    do {
      _ = try Listener.open(at: path ?? self.path)
      return nil
    } catch {
      return error.message
    }
  }
}
