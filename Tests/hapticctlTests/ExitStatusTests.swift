import FakeDaemon
import Foundation
import HapticSystem
import Haptics
import Synchronization
import TestSupport
import Testing

@testable import HapticControl

/// A flag for several threads.
private final class TestFlag: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock { $0 } }
  func set() { flag.withLock { $0 = true } }
}

/// The exit statuses of the manual: 2 if the command cannot be carried out, 1 if it is refused.
@Suite struct ExitStatusTests {
  /// How a daemon fails to answer.
  enum Fault: CaseIterable {
    case closes, answersNothing, sendsGarbage
  }

  /// For daemons that do not answer.
  private static let impatient = ["HAPTICD_TIMEOUT": "0.5"]

  @Test(arguments: Fault.allCases) func `a daemon without a valid answer ends a command with 2`(fault: Fault) throws {
    let path = SocketPath()
    let daemon = try ManualDaemon(at: path)
    let program = try Program("hapticctl", ["devices"], socket: path.path, environment: Self.impatient)
    var open: ManualPeer? = try daemon.accept()
    if fault == .sendsGarbage { try open?.sendBytes([1, 2, 3]) }
    if fault == .closes { open = nil }
    let result = withExtendedLifetime(open) { program.result() }
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("hapticctl: hapticd "))
  }

  @Test(arguments: [["monitor"], ["play", "hit.ahap", "--watch"]])
  func `a daemon that answers nothing, or nothing but hello, ends a command without an end`(arguments: [String]) throws
  {
    let files = try PatternFiles()
    _ = try files.add("hit.ahap", [PatternFiles.tap(0)])
    let arguments = arguments.map { $0 == "hit.ahap" ? files.folder + "/" + $0 : $0 }
    let (mute, greeting) = (SocketPath(), SocketPath())
    let daemon = try ManualDaemon(at: mute)
    let polite = try AnsweringDaemon(at: greeting) { packet in
      if case .hello = packet.request { AnsweringDaemon.agreeable(packet) } else { [] }
    }
    let programs = try [mute, greeting].map {
      try Program("hapticctl", arguments, socket: $0.path, environment: Self.impatient)
    }
    let open = try daemon.accept()
    for result in withExtendedLifetime(open, { programs.map { $0.result() } }) {
      #expect(result.status == 2 && result.output.isEmpty, "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("hapticctl: hapticd "))
    }
    try polite.stop()
  }

  @Test(arguments: [
    ClientError.noDaemon(path: "/s", .connectionRefused), .busy, .timedOut(.seconds(5)), .disconnected,
    .newerProtocol(version: 9), .unexpectedReply, .cancelled, .system(.noSuchFile),
  ]) func `every error between the client and the daemon is 2`(error: ClientError) {
    #expect(Failure(error).code == .usage)
  }

  @Test(arguments: ["soon", "0", "-1", "3601", "nan", "inf"])
  func `a timeout that is no number of seconds in range is 2, with its range`(text: String) throws {
    let result = try Program(
      "hapticctl", ["devices"], socket: "/nonexistent", environment: ["HAPTICD_TIMEOUT": text]
    ).result()
    #expect(result.status == 2)
    #expect(result.errors == "hapticctl: HAPTICD_TIMEOUT: '\(text)' is not a number of seconds from 0.1 to 3600\n")
  }

  @Test func `a refusal of the daemon is 1`() {
    #expect(Failure(ClientError.notPermitted).code == .refused)
  }

  @Test func `a daemon that plays and then no longer answers ends the wait`() throws {
    let path = SocketPath()
    let isSilent = TestFlag()
    let daemon = try AnsweringDaemon(at: path) { packet in
      if isSilent.isSet { return [] }
      if case .play = packet.request { isSilent.set() }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "test", socketPath: path.path)
    let session = try DaemonSession(client, timeout: waitLimit)
    let playback = session.newPlayback()
    _ = try session.play(Haptic("selection", cause: nil, playback: playback))
    session.timeout = .milliseconds(300)
    let failure = try #require(throws: Failure.self) { try session.end(of: playback) }
    #expect(failure.code == .usage && failure.absence == .silent, "\(failure)")
    try daemon.stop()
  }

  @Test func `a loop whose daemon ends is a failure`() throws {
    let (path, result) = try loop { $0.stop() }
    #expect(result.status == 1)
    #expect(result.errors == "hapticctl: \(path) ended early: the daemon exited\n")
  }

  @Test func `a loop whose daemon is killed is a failure, too`() throws {
    let (_, result) = try loop { $0.signal(SIGKILL) }
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("hapticctl: hapticd "))
  }

  /// Plays a file in a loop, and ends the daemon meanwhile.
  private func loop(
    _ end: (Daemon) -> Void
  ) throws -> (path: String, result: (status: Int32, output: String, errors: String)) {
    let files = try PatternFiles()
    let path = try files.add("short.ahap", [PatternFiles.tap(0), PatternFiles.tap(80)])
    let daemon = try Daemon("lra")
    let loop = try Program("hapticctl", ["play", path, "--loop"], socket: daemon.socket)
    let monitor = try Program("hapticctl", ["monitor", "--levels", "--json"], socket: daemon.socket)
    #expect(monitor.output { $0.contains("\"strongMagnitude\":0,") })
    end(daemon)
    defer { monitor.terminate() }
    return (path, loop.result())
  }

  @Test func `set without permission for its folder is 2, a file with a mistake is 1`() throws {
    let folder = try TestFolder()
    try folder.write("x", to: "file")
    func set(_ home: String) throws -> (status: Int32, output: String, errors: String) {
      try Program(
        "hapticctl", ["set", "enabled", "off"], socket: "/nonexistent", environment: ["XDG_CONFIG_HOME": home]
      ).result()
    }
    // No permission is denied to root, who may run the tests; a file in the place of a folder is.
    let blocked = try set(folder.path(of: "file"))
    #expect(blocked.status == 2 && blocked.errors.contains("Not a directory (20)"), "\(blocked.errors)")
    try folder.write("enabled = maybe", to: "home/hapticd/hapticd.toml")
    #expect(try set(folder.path(of: "home")).status == 1)
  }

  @Test func `help of an unknown command is 2`() throws {
    let result = try Program("hapticctl", ["help", "plya"], socket: "/nonexistent").result()
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("hapticctl: there is no command 'plya'; there are play, vibrate, plot, "))
    for known in [["help", "play"], ["help"], ["help", "help"], ["help", "theme", "list"]] {
      #expect(HapticControl.run(known) == 0)
    }
  }

  @Test(arguments: [
    (["help", "theme", "nosuch"], "there is no command 'theme nosuch'; there are list, new, show, check, "),
    (["help", "play", "nosuch"], "there is no command 'play nosuch'; see hapticctl help play"),
  ]) func `help of an unknown part of a command is 2`(arguments: [String], message: String) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent").result()
    #expect(
      result.status == 2 && result.output.isEmpty && result.errors.hasPrefix("hapticctl: \(message)"), "\(result)")
  }

  @Test(arguments: [
    (["play", "tap", "--intensity", "-1"], "-1"), (["latency", "--count", "-1"], "-1"), (["vibrate", "-1s"], "-1s"),
    (["plot", "tap", "--from", "-0.5", "--json"], "-0.5"), (["play", "tap", "-1s"], "-1s"),
    (["vibrate", "1s", "--intensity", "-50%"], "-50%"),
  ]) func `a negative value is out of range`(arguments: [String], value: String) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent").result()
    #expect(
      result.status == 2 && result.errors.contains("'\(value)' is out of range: no value is negative; see "),
      "\(result)")
  }

  @Test(arguments: [
    (["play"], "hapticctl play --help"), (["latency", "--count", "many"], "hapticctl latency --help"),
    (["--jsn"], "hapticctl --help"), (["history", "--jsn"], "hapticctl history --help"),
    (["theme", "nosuch"], "hapticctl theme --help"), (["play", "tap", "--jsn", "-1"], "hapticctl play --help"),
  ]) func `a mistake on the command line leads to the help of its command`(arguments: [String], help: String) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent").result()
    #expect(result.status == 2 && result.errors.hasSuffix("; see \(help)\n"), "\(result.errors)")
  }
}
