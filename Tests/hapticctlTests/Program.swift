import Foundation
import Glibc
import TestSupport
import Testing

/// One of our programs as a process, from the folder this test was built into; or any other, by its path.
final class Program {
  static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameter input: a file that is its standard input; nil leaves it that of the tests.
  init(
    _ name: String, _ arguments: [String], socket: String, environment: [String: String] = [:],
    input: FileHandle? = nil
  ) throws {
    process.executableURL = name.hasPrefix("/") ? URL(fileURLWithPath: name) : Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    // Themes that the person running the tests has would be felt in them.
    let surroundings = [
      "HAPTICD_SOCKET": socket, "XDG_CONFIG_HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent",
      "XDG_DATA_DIRS": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent",
    ].merging(environment) { $1 }
    process.environment = ProcessInfo.processInfo.environment.merging(surroundings) { $1 }
    if let input { process.standardInput = input }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit { terminate() }

  /// What it said before it ended by itself.
  func result() -> (status: Int32, output: String, errors: String) {
    let output = self.output.fileHandleForReading.readDataToEndOfFile()
    let errors = self.errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  /// What it has to say now, waiting for it no longer than a fifth of a second; empty where that is nothing.
  func outputSoon() -> String { Self.soon(output) }

  /// The same of what it complains about.
  func errorsSoon() -> String { Self.soon(errors) }

  private static func soon(_ pipe: Pipe) -> String {
    var poll = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 200) > 0 else { return "" }
    return String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Whether it says something that `isEnough` recognises, within half a minute; what it said before this was asked for
  /// last does not count.
  func output(_ isEnough: (String) -> Bool) -> Bool {
    var seen = ""
    let deadline = Date(timeIntervalSinceNow: 30)
    while !isEnough(seen) {
      if Date() > deadline { return false }
      seen += outputSoon()
    }
    return true
  }

  /// Sends SIGINT, as Ctrl-C does.
  func interrupt() { process.interrupt() }

  /// Ends it, whatever it does. The threads that tests run on block every signal, and what they start inherits that:
  /// only programs that ask for SIGTERM themselves, as the daemon does, get to see it.
  func terminate() {
    process.terminate()
    for _ in 0..<100 where process.isRunning { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// The real daemon with a simulated motor, on a socket of its own.
final class Daemon {
  private let folder: TestFolder
  private let program: Program
  let socket: String
  /// The daemon's XDG_CONFIG_HOME.
  var configuration: String { folder.path }

  /// - Parameters:
  ///   - theme: the theme of its command line; nil for none.
  ///   - preferences: the text of the user's file; nil for none.
  init(_ model: String = "erm", theme: String? = "default", preferences: String? = nil) throws {
    folder = try TestFolder()
    socket = folder.path(of: "socket")
    try folder.makeFolder("hapticd")
    if let preferences { try folder.write(preferences, to: "hapticd/hapticd.toml") }
    program = try Program(
      "hapticd", ["--simulate", model, "--no-devices", "--socket", socket] + (theme.map { ["--theme", $0] } ?? []),
      socket: socket, environment: ["XDG_CONFIG_HOME": folder.path])
    let deadline = Date(timeIntervalSinceNow: 30)
    while !FileManager.default.fileExists(atPath: socket) {
      try #require(Date() < deadline, "the daemon listens")
      usleep(5_000)
    }
  }

  deinit { program.terminate() }

  /// Writes the person's file anew, as an editor does.
  func setPreferences(_ text: String) throws {
    try text.write(toFile: folder.path(of: "hapticd/hapticd.toml"), atomically: true, encoding: .utf8)
  }

  /// Runs hapticctl on this daemon, with the user's settings that the daemon reads.
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

  /// Runs hapticctl on this daemon.
  func control(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    try Program("hapticctl", arguments, socket: socket).result()
  }

  /// Runs a command that plays, again while a loaded machine lets its deadline pass.
  func controlInTime(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    for _ in 0..<20 {
      let result = try Program("hapticctl", arguments, socket: socket).result()
      if !result.errors.contains("missed its deadline") { return result }
    }
    Issue.record("\(arguments) missed their deadline twenty times")
    return (1, "", "")
  }
}
