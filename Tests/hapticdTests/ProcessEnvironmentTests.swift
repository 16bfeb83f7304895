import Glibc
import HapticSystem
import Haptics
import TestSupport
import Testing

/// The environment, descriptors and limits with which the daemon starts.
@Suite struct ProcessEnvironmentTests {
  @Test(arguments: [
    ("", "is not set or empty"), ("run/user", "not an absolute path"), ("/nonexistent", "does not exist"),
    ("/dev/null", "not a directory"),
  ])
  func `an unusable runtime folder ends the start with one line and a remedy`(
    _ value: String, _ words: String
  ) throws {
    let daemon = try Process("hapticd", "--no-devices", environment: ["XDG_RUNTIME_DIR": value])
    #expect(daemon.end() == 1)
    #expect(daemon.text.hasPrefix("<3>XDG_RUNTIME_DIR is ") && daemon.text.contains(words), "\(daemon.text)")
    #expect(daemon.text.contains("--socket"))
    #expect(daemon.text.split(separator: "\n").count == 1)
    let control = try Process("hapticctl", "status", environment: ["XDG_RUNTIME_DIR": value])
    #expect(control.end() == 2)
    #expect(control.text.contains("XDG_RUNTIME_DIR is ") && control.text.contains(words), "\(control.text)")
  }

  @Test func `a socket that is not UTF-8 is refused`() throws {
    let daemon = try Process(
      "/bin/sh", "-c", #"exec "$0" --no-devices --socket "$(printf '/tmp/h\377')""#, Process.path(of: "hapticd"))
    #expect(daemon.end() == 2)
    #expect(
      daemon.text
        == "<3>the argument '/tmp/h\\xff' is not valid UTF-8; rename the file, or correct the argument\n")
  }

  @Test func `a folder of settings that is not UTF-8 is ignored with a warning`() throws {
    let folder = try TestFolder()
    let daemon = try Process(
      "/bin/sh", "-c", #"exec env XDG_CONFIG_HOME="$(printf '/c\377')" "$@""#, "sh", Process.path(of: "hapticd"),
      "--no-devices", "--socket", folder.path(of: "socket"))
    #expect(daemon.says("'/c\\xff' in XDG_CONFIG_HOME is not valid UTF-8 and is ignored; set it to a value in UTF-8\n"))
    #expect(daemon.says("is ready\n"))
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `without standard error, the log is not written to another file`() throws {
    let folder = try TestFolder()
    let socket = folder.path(of: "socket")
    let daemon = try Process(
      "/bin/sh", "-c", "exec 2>&-; exec \"$@\"", "sh", Process.path(of: "hapticd"), "--no-devices", "--simulate", "erm",
      "--verbose", "--socket", socket)
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(daemon.wait { (try? client.blocking.devices(timeout: TestWait.limit).count) == 1 })
    #expect(Folder.resolved("/proc/\(daemon.processID)/fd/2") == "/dev/null")
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `without descriptors clients are turned away, once in the log, and served again later`() throws {
    let folder = try TestFolder()
    let socket = folder.path(of: "socket")
    let daemon = try Process(
      "/bin/sh", "-c", "ulimit -n 64; exec \"$@\"", "sh", Process.path(of: "hapticd"), "--no-devices", "--simulate",
      "erm",
      "--socket", socket)
    #expect(daemon.says("is ready\n"))
    // A thread that identifies clients opens the root folder for a moment, also at its start.
    func descriptors() -> Int { daemon.openFiles.count { $0 != "/" } }
    let before = descriptors()
    var clients: [SeqpacketSocketBox] = []
    for _ in 0..<100 { clients.append(SeqpacketSocketBox(try SeqpacketSocket.connect(to: socket))) }
    #expect(daemon.says("new clients are disconnected"))
    // The number depends on the descriptors that the identifying threads have open.
    #expect(daemon.wait { clients.count { $0.isClosed } > 20 })
    let ticks = daemon.processorTicks
    usleep(300_000)
    #expect(daemon.processorTicks - ticks < 10, "the loop does not spin")
    clients = []
    #expect(daemon.wait { descriptors() == before })
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(try client.blocking.devices(timeout: TestWait.limit).count == 1)
    #expect(daemon.end(SIGTERM) == 0)
    #expect(daemon.text.split(separator: "\n").count { $0.contains("new clients are disconnected") } == 1)
  }
}

/// A socket in a class, so that arrays can contain it.
private final class SeqpacketSocketBox {
  let socket: SeqpacketSocket
  init(_ socket: consuming SeqpacketSocket) { self.socket = socket }

  /// Whether the daemon has closed its end.
  var isClosed: Bool {
    var state = pollfd(fd: socket.rawValue, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
  }
}
