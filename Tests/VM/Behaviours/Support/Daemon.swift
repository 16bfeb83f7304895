internal import Glibc
internal import HapticSystem
internal import Testing
internal import VirtualDevices

/// The real hapticd, run as the unprivileged user with its own runtime folder. Ends when this object is released.
final class Daemon {
  /// The value of XDG_RUNTIME_DIR for the daemon.
  let runtimeFolder: String
  private let program: Program

  /// Starts the daemon and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - folder: the runtime folder, such as that of an earlier daemon; a new one by default.
  ///   - path: the binary; the default is HAPTICD in the environment, or the installed one.
  init(
    _ arguments: String..., as user: Program.User = .tester, in folder: String? = nil,
    environment: [String: String] = [:], path: String = Guest.variable("HAPTICD", default: "/usr/bin/hapticd")
  ) throws {
    runtimeFolder = try folder ?? Self.makeRuntimeFolder(for: user)
    var variables = environment
    variables["XDG_RUNTIME_DIR"] = runtimeFolder
    let program = try Program([path] + arguments, as: user, environment: variables)
    self.program = program
    let socket = "\(runtimeFolder)/hapticd.sock"
    let listens = poll(upTo: waitLimit) { Self.takesConnections(socket) || !program.isRunning }
    guard listens, program.isRunning else { throw RigError("hapticd did not start: \(program.output)") }
  }

  deinit {
    // A stopped process does not receive SIGTERM.
    program.signal(SIGCONT)
    program.signal(SIGTERM)
    let status = try? program.wait(upTo: .seconds(5))
    if let status, Self.crashes.contains(status - 128) {
      Issue.record("hapticd ended by signal \(status - 128): \(program.output)")
    }
  }

  /// The signals by which a program ends that violates a precondition.
  private static let crashes: Set = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV]

  var processID: pid_t { program.processID }
  var socketPath: String { "\(runtimeFolder)/hapticd.sock" }
  /// The log so far.
  var log: String { program.output }
  var isRunning: Bool { program.isRunning }

  /// Sends a signal, such as SIGKILL, SIGSTOP, SIGCONT or SIGTERM.
  func signal(_ number: Int32) { program.signal(number) }

  /// Waits for the end of the process; see `Program.wait`.
  @discardableResult
  func wait(upTo limit: Duration = waitLimit) throws -> Int32 { try program.wait(upTo: limit) }

  /// Waits until its log contains `words`.
  func waitForLog(_ words: String, upTo limit: Duration = waitLimit) throws {
    guard poll(upTo: limit, until: { log.contains(words) }) else {
      throw RigError("hapticd did not log \"\(words)\" within \(limit), but: \(log)")
    }
  }

  /// Runs hapticctl with this daemon and waits for its end.
  @discardableResult
  func hapticctl(_ arguments: String...) throws -> ControlResult {
    try runHapticctl(arguments, runtimeFolder: runtimeFolder)
  }

  private static func takesConnections(_ socket: String) -> Bool {
    // The connection closes at once; the test is only whether it opens.
    do { _ = try SeqpacketSocket.connect(to: socket) } catch { return false }
    return true
  }

  private static func makeRuntimeFolder(for user: Program.User) throws -> String {
    var template = Array("/run/user/hapticd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw RigError("a runtime folder: \(Errno.last)") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if user == .tester { chown(folder, 1000, 1000) }
    return folder
  }
}

/// The result of a run of hapticctl.
struct ControlResult {
  var status: Int32
  /// Standard output and standard error, in the order of their writes.
  var output: String
}

/// Runs hapticctl as the tester, with the daemon (if any) in a runtime folder.
func runHapticctl(
  _ arguments: [String], runtimeFolder: String, upTo limit: Duration = waitLimit
) throws -> ControlResult {
  let path = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
  let program = try Program([path] + arguments, as: .tester, environment: ["XDG_RUNTIME_DIR": runtimeFolder])
  return ControlResult(status: try program.wait(upTo: limit), output: program.output)
}
