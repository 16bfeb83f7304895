import Glibc
import HapticSystem
import TestSupport

/// A message bus for a test, in a temporary folder: `dbus-daemon` with a policy that permits everything.
package final class FakeBus {
  /// The path of dbus-daemon; nil if it is not installed.
  package static var program: String? {
    ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first { access($0, X_OK) == 0 }
  }

  package let address: String
  private let folder: TestFolder
  private let mostMatches: Int
  private var process: pid_t?

  /// - Parameters:
  ///   - isRunning: whether the bus starts at once; otherwise no process listens before `start`.
  ///   - mostMatches: the maximum number of match rules of a connection; by default that of a session bus.
  package init(isRunning: Bool = true, mostMatches: Int = 50_000) throws {
    folder = try TestFolder()
    self.mostMatches = mostMatches
    address = "unix:path=\(folder.path)/bus"
    // Permits access by the daemon of another user, as in the virtual machine.
    chmod(folder.path, 0o755)
    if isRunning { try start() }
  }

  deinit { stop() }

  /// The socket's path.
  package var path: String { folder.path(of: "bus") }

  /// Starts the bus and waits until it accepts connections.
  package func start() throws {
    guard let program = Self.program, let file = fopen(folder.path(of: "configuration"), "we") else {
      throw Errno.noSuchFile
    }
    fputs(
      """
      <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
      <limit name="max_match_rules_per_connection">\(mostMatches)</limit>
      </busconfig>
      """, file)
    fclose(file)
    unlink(path)
    process = try spawn(program, "--config-file=\(folder.path)/configuration", "--nofork", "--nopidfile", "--nosyslog")
    guard TestWait.until({ isListening }) else { throw Errno.timedOut }
  }

  private var isListening: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Kills the bus, as a crash would end it: the socket file stays, but no process listens.
  package func stop() {
    guard let process else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    self.process = nil
  }

  private func spawn(_ program: String, _ arguments: String...) throws -> pid_t {
    var process: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let result = posix_spawn(&process, program, nil, nil, &pointers, environ)
    if result != 0 { throw Errno(rawValue: result) }
    return process
  }
}
