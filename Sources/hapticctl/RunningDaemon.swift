internal import FoundationEssentials
internal import Glibc

/// The daemon where it runs already: for commands that work without it, and must not start it.
enum RunningDaemon {
  /// - Returns: nil where no daemon answers.
  static func session() -> Session? { mayConnect ? try? Session() : nil }

  /// Connecting to the usual socket makes the service manager start the daemon. Any other socket has a daemon already.
  private static var mayConnect: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["HAPTICD_SOCKET"]?.isEmpty == false || isProcessThere
  }

  /// Whether a process of this user has the daemon's name.
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
