internal import FoundationEssentials
internal import Glibc

/// Connects to the daemon only if it is already running: for commands that work without it and must not start it.
enum RunningDaemon {
  /// - Returns: a session, or nil if no daemon replies.
  static func session() -> DaemonSession? { mayConnect ? try? DaemonSession() : nil }

  /// Whether a connection cannot start the daemon. A connection to the default socket makes the service manager start
  /// it; for a socket in `HAPTICD_SOCKET` the daemon is already running.
  private static var mayConnect: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["HAPTICD_SOCKET"]?.isEmpty == false || isProcessThere
  }

  /// Whether a process of this user is named `hapticd`.
  private static var isProcessThere: Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      guard process.utf8.first.map({ $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }) == true,
        let name = FileManager.default.contents(atPath: "/proc/\(process)/comm"), name == Data("hapticd\n".utf8)
      else { return false }
      var status = stat()
      return unsafe stat("/proc/\(process)", &status) == 0 && status.st_uid == getuid()
    }
  }
}
