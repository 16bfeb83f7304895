import Foundation
import Glibc
import HapticSystem
import TestSupport
import Testing

/// A child process: a program in the folder of this test, or any program by its path.
final class Program {
  static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameters:
  ///   - input: the file for standard input; if nil, that of the tests.
  ///   - place: the file for standard output; if nil, `result()` returns the output.
  init(
    _ name: String, _ arguments: [String], socket: String, environment: [String: String] = [:],
    input: FileHandle? = nil, to place: FileHandle? = nil
  ) throws {
    process.executableURL = name.hasPrefix("/") ? URL(fileURLWithPath: name) : Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    // Excludes the themes and settings of the user who runs the tests.
    let fixed = [
      "HAPTICD_SOCKET": socket, "XDG_CONFIG_HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent",
      "XDG_DATA_DIRS": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent",
      "HAPTICD_TIMEOUT": "\(TestWait.limit / .seconds(1))",
    ].merging(environment) { $1 }
    var inherited = ProcessInfo.processInfo.environment
    // A daemon of the user keeps the settings of GSettings there.
    inherited["XDG_RUNTIME_DIR"] = nil
    process.environment = inherited.merging(fixed) { $1 }
    if let input { process.standardInput = input }
    process.standardOutput = place ?? output
    process.standardError = errors
    // A job in the background of a shell ignores Ctrl-C, and so would its children.
    _ = signal(SIGINT, SIG_DFL)
    try process.run()
    if place != nil { try output.fileHandleForWriting.close() }
    try place?.close()
  }

  var isRunning: Bool { process.isRunning }
  var processID: Int32 { process.processIdentifier }

  deinit { terminate() }

  /// Waits for the end of the process.
  ///
  /// - Returns: its exit status and its complete output.
  func result() -> (status: Int32, output: String, errors: String) {
    let output = self.output.fileHandleForReading.readDataToEndOfFile()
    let errors = self.errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  /// The next output, after a wait of at most 200 ms; empty if there is none.
  func outputSoon() -> String { Self.soon(output) }

  /// The same for standard error.
  func errorsSoon() -> String { Self.soon(errors) }

  private static func soon(_ pipe: Pipe) -> String {
    var poll = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 200) > 0 else { return "" }
    return String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Whether `isEnough` accepts the output, without the output that was read before.
  func output(_ isEnough: (String) -> Bool) -> Bool {
    var seen = ""
    return TestWait.until {
      if isEnough(seen) { return true }
      seen += outputSoon()
      return isEnough(seen)
    }
  }

  /// Sends SIGINT, as Ctrl-C does.
  func interrupt(by signal: Int32 = SIGINT) { kill(process.processIdentifier, signal) }

  /// Ends the process. Uses SIGKILL after half a second: the threads of tests block all signals, a child inherits
  /// this, and only programs that request SIGTERM themselves, as the daemon does, receive it.
  func terminate() {
    process.terminate()
    for _ in 0..<100 where process.isRunning { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// The real daemon with a simulated motor and its own socket.
final class Daemon {
  private let folder: TestFolder
  private let program: Program
  let socket: String
  /// The value of XDG_CONFIG_HOME for the daemon.
  var configuration: String { folder.path }

  /// - Parameters:
  ///   - theme: the theme on the command line; nil for none.
  ///   - preferences: the text of the user's settings file; nil for no file.
  convenience init(_ model: String = "erm", theme: String? = "default", preferences: String? = nil) throws {
    try self.init(models: [model], theme: theme, preferences: preferences)
  }

  init(models: [String], theme: String? = "default", preferences: String? = nil) throws {
    folder = try TestFolder()
    socket = folder.path(of: "socket")
    try folder.makeFolder("hapticd")
    if let preferences { try folder.write(preferences, to: "hapticd/hapticd.toml") }
    program = try Program(
      "hapticd",
      models.flatMap { ["--simulate", $0] } + ["--no-devices", "--socket", socket]
        + (theme.map { ["--theme", $0] } ?? []),
      socket: socket, environment: ["XDG_CONFIG_HOME": folder.path])
    // The file exists a moment before the daemon listens.
    try #require(TestWait.until { (try? SeqpacketSocket.connect(to: socket)) != nil }, "the daemon listens")
    // The daemon listens before it reads the settings, and replies after that.
    if preferences != nil { _ = try Program("hapticctl", ["devices"], socket: socket).result() }
  }

  deinit { program.terminate() }

  /// Ends the daemon as systemd does.
  func stop() { program.terminate() }

  /// Sends a signal to the daemon, such as SIGKILL or SIGSTOP.
  func signal(_ number: Int32) { kill(program.processID, number) }

  /// Replaces the user's settings file, as an editor does.
  func setPreferences(_ text: String) throws {
    try text.write(toFile: folder.path(of: "hapticd/hapticd.toml"), atomically: true, encoding: .utf8)
  }

  /// Runs hapticctl with this daemon and the settings files that the daemon reads.
  func controlSettings(_ arguments: String..., editor: String = "false") throws -> (
    status: Int32, output: String, errors: String
  ) {
    let result = try Program(
      "hapticctl", arguments, socket: socket,
      environment: ["XDG_CONFIG_HOME": folder.path, "VISUAL": editor]
    ).result()
    func short(_ text: String) -> String { text.replacingOccurrences(of: folder.path, with: "") }
    return (result.status, short(result.output), short(result.errors))
  }

  /// Runs hapticctl with this daemon.
  func control(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    try control(arguments)
  }

  func control(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    try Program("hapticctl", arguments, socket: socket).result()
  }

  /// Runs a command that plays. Repeats it if it missed its deadline, as on a busy machine, and cancels the test if it
  /// always does.
  func controlInTime(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    for _ in 0..<20 {
      let result = try Program("hapticctl", arguments, socket: socket).result()
      if !result.errors.contains("missed its deadline") { return result }
    }
    try cancelTest("this machine is too slow: \(arguments) missed their deadline twenty times")
    return (1, "", "")
  }
}

/// A socket at which no daemon listens.
let nowhere = "/nonexistent/hapticd.sock"

/// Runs hapticctl without a daemon.
func control(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
  try Program("hapticctl", arguments, socket: nowhere).result()
}
