internal import Glibc
internal import HapticSystem
internal import Haptics

// hapticctl ──pipe──> keeper (sh) ──starts──> hapticd --simulate, in a private folder
//     └── starts the command
//
// The kernel closes the pipe with hapticctl, however that ends. The keeper then kills the daemon and removes the
// folder. It is in a process group of its own and ignores signals, so that Ctrl-C does not reach it.

/// A daemon for one command: with a simulated motor and a socket of its own, without the user's settings, themes and
/// message buses.
final class PrivateDaemon {
  private let program: String
  private let folder: String
  private let keeper: pid_t
  private var lifeline: FileDescriptor?
  private let log: FileDescriptor
  private var logged = ""
  private var hasEnded = false

  private var socket: String { folder + Self.socketName }

  /// Starts the daemon, and sets `HAPTICD_SOCKET` in the environment of this process.
  convenience init(simulating model: String) throws(Failure) {
    try self.init(Self.findProgram(), ["--simulate", model])
  }

  init(_ program: String, _ options: [String]) throws(Failure) {
    self.program = program
    folder = try Self.makeFolder()
    do throws(Errno) {
      let life = try ChildPipe()
      let log = try ChildPipe()
      let nowhere = try FileDescriptor.open("/dev/null", .readWrite)
      keeper = try ChildProcess.start(
        ["/bin/sh", "-c", Self.keeperScript, folder, program, "--no-devices", "--socket", folder + Self.socketName]
          + options,
        descriptors: [
          STDIN_FILENO: life.reading.rawValue, Self.logNumber: log.writing.rawValue, STDOUT_FILENO: nowhere.rawValue,
          STDERR_FILENO: nowhere.rawValue,
        ],
        environment: Self.environment(folder), asGroup: true)
      lifeline = try FileDescriptor.duplicating(life.writing.rawValue)
      self.log = try FileDescriptor.duplicating(log.reading.rawValue)
    } catch {
      Self.removeFolder(folder)
      throw .usage("cannot start \(program): \(error)")
    }
    _ = fcntl(self.log.rawValue, F_SETFL, O_NONBLOCK)
    do throws(Failure) { try awaitStart() } catch {
      end()
      throw error
    }
    unsafe setenv("HAPTICD_SOCKET", socket, 1)
  }

  func session() throws(Failure) -> DaemonSession {
    do throws(Failure) { return try DaemonSession() } catch { throw explanation(of: error, "did not start") }
  }

  /// Ends the daemon, and returns after its files are removed.
  func end() {
    guard lifeline.take() != nil else { return }
    while waitpid(keeper, nil, 0) < 0, Errno.last == .interrupted {}
  }

  /// Waits until the daemon has read everything that ended clients have sent. Connections of processes in the
  /// background, which may last, are waited for one second.
  func settle() throws(Failure) {
    let deadline = Instant.now + .seconds(1)
    repeat {
      // A new connection, because connections are accepted in order. It and that of the monitor remain.
      if try DaemonSession().status().clients <= 2 { return }
      usleep(5_000)
    } while .now < deadline
  }

  /// A failure with the last line of the daemon in place of one of a session, if the daemon has ended. It may be about to
  /// end, because its descriptors close one after the other.
  func explanation(of failure: Failure, _ problem: String) -> Failure {
    let deadline = Instant.now + .seconds(1)
    repeat {
      readLog()
      if hasEnded { return self.failure(problem) }
      try? waitUntilReadable(log.rawValue, timeout: .milliseconds(5))
    } while .now < deadline
    return failure
  }

  private func failure(_ problem: String) -> Failure {
    let line = logged.split(separator: "\n").last.map { ": \($0)" } ?? ""
    return .usage("\(program) \(problem)\(line)")
  }

  // MARK: Starting

  private static let socketName = "/hapticd.sock"
  /// The descriptor of the keeper for the daemon's standard error.
  private static let logNumber: Int32 = 3
  private static let longestPath = 107
  private static let startLimit = Duration.seconds(30)

  /// The name of the script is the folder; its arguments are the command line of the daemon.
  private static let keeperScript = """
    trap '' HUP INT QUIT TERM
    "$@" </dev/null 2>&\(logNumber) \(logNumber)>&- &
    exec \(logNumber)>&-
    read -r _
    kill -KILL $!
    wait
    rm -rf -- "$0"
    """

  /// Creates the folder of the daemon's files, in `TMPDIR` if the path of the socket is not too long there.
  private static func makeFolder() throws(Failure) -> String {
    let usual = "/tmp"
    let template = "/hapticd-sandbox-XXXXXX"
    let wanted = Environment.variable("TMPDIR") ?? usual
    let isShort = (wanted + template + socketName).utf8.count <= longestPath
    let place = isShort && wanted.hasPrefix("/") ? wanted : usual
    var bytes = Array((place + template).utf8CString)
    guard unsafe mkdtemp(&bytes) != nil else {
      throw .usage("cannot create a folder in \(place): \(Errno.last); set TMPDIR to a folder that you own")
    }
    let folder = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(Errno) {
      // The interface of feedbackd is one for each session.
      try Folder.create(folder + settingsFolder, with: [(settingsFile, Array("feedback-interface = false\n".utf8))])
    } catch {
      removeFolder(folder)
      throw .usage("cannot write to a folder in \(place); set TMPDIR to a folder that you own")
    }
    return folder
  }

  private static let settingsFolder = "/hapticd"
  private static let settingsFile = "hapticd.toml"

  /// Removes the folder of a daemon that did not start.
  private static func removeFolder(_ folder: String) {
    _ = unsafe unlink("\(folder)\(settingsFolder)/\(settingsFile)")
    _ = unsafe rmdir(folder + settingsFolder)
    _ = unsafe rmdir(folder)
  }

  /// The environment of the daemon: its own folder in place of those of the user and of the system.
  private static func environment(_ folder: String) -> [String] {
    let kept = ["PATH", "LD_LIBRARY_PATH", "TZ"].compactMap { name in
      Environment.variable(name).map { "\(name)=\($0)" }
    }
    let folders = BaseFolders.variables + ["XDG_RUNTIME_DIR"]
    let buses = ["DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"]
    return kept + folders.map { "\($0)=\(folder)" } + buses.map { "\($0)=unix:path=\(folder)/no-bus" }
  }

  private func awaitStart() throws(Failure) {
    let deadline = Instant.now + Self.startLimit
    while Instant.now < deadline {
      if (try? SeqpacketSocket.connect(to: socket)) != nil { return }
      try? waitUntilReadable(log.rawValue, timeout: .milliseconds(5))
      readLog()
      if hasEnded { throw failure("did not start") }
    }
    throw failure("did not listen within \(Self.startLimit.words)")
  }

  /// Reads the standard error of the daemon. The end of the daemon closes it.
  private func readLog() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(log.rawValue, &bytes, bytes.count)
      if count == 0 { hasEnded = true }
      if count <= 0 { return }
      logged += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  /// Returns the path of the daemon: beside this program, or else in `PATH`.
  private static func findProgram() throws(Failure) -> String {
    if let path = HelperProgram.path(of: "hapticd") { return path }
    let folders = (Environment.variable("PATH") ?? "").split(separator: ":")
    for path in folders.map({ "\($0)/hapticd" }) where unsafe access(path, X_OK) == 0 { return path }
    let own = Folder.resolved("/proc/self/exe") ?? "hapticctl"
    throw .usage("there is no hapticd beside \(own), and none in PATH; install hapticd")
  }
}
