internal import Glibc
internal import Haptics
internal import Testing
internal import VirtualDevices

/// The socket of the daemon in the file system.
@Suite(.inGuest, .serialized)
struct SocketTests {
  @Test func `a second daemon on the same socket refuses in one line, and the first goes on`() throws {
    let daemon = try Daemon("--no-devices", "--simulate", "pad")
    let second = try daemon.startAnother("--no-devices")
    #expect(try second.wait() == 1)
    #expect(second.output.contains("another hapticd listens there"))
    #expect(second.output.contains(daemon.socketPath))
    #expect(second.output.split(separator: "\n").count == 1)
    #expect(try daemon.client().playToEnd("impact.light").reason == .ended)
  }

  @Test func `the socket that a killed daemon left behind is replaced`() throws {
    let daemon = try Daemon("--no-devices", "--simulate", "pad")
    let client = daemon.client()
    #expect(try client.playToEnd("impact.light").reason == .ended)
    daemon.signal(SIGKILL)
    try daemon.wait()
    #expect(access(daemon.socketPath, F_OK) == 0)
    let next = try daemon.startAnother("--no-devices", "--simulate", "pad")
    // The same client connects to the new daemon by itself.
    let plays = poll(upTo: waitLimit) { (try? client.playInTime("impact.light").verdict) == .played }
    #expect(plays, "\(next.output)")
    next.signal(SIGTERM)
    #expect(try next.wait() == 0)
    #expect(access(daemon.socketPath, F_OK) != 0, "a clean end takes the socket away")
  }

  @Test func `only the user may access the socket`() throws {
    let daemon = try Daemon("--no-devices")
    #expect(try Guest.run("stat", "--format=%a %U", daemon.socketPath) == "600 tester")
  }
}

extension Daemon {
  /// Starts a second daemon with the same runtime folder.
  func startAnother(_ arguments: String...) throws -> Program {
    let path = Guest.variable("HAPTICD", default: "/usr/bin/hapticd")
    return try Program([path] + arguments, as: .tester, environment: ["XDG_RUNTIME_DIR": runtimeFolder])
  }
}
