import FakeDaemon
import Foundation
import Glibc
import HapticProtocol
import StudioPage
import Synchronization
import TestSupport
import Testing

/// The program of the studio.
@Suite struct StudioProgramTests {
  private static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// A running program.
  private final class Running {
    let process = Process()
    let address: String
    let port: UInt16
    let token: String

    /// - Parameter program: `hapticd-studio`, or `hapticctl` for its command.
    init(_ program: String = "hapticd-studio", arguments: [String], daemon: String = "/nonexistent/s") throws {
      let output = Pipe()
      process.executableURL = StudioProgramTests.folder.appending(path: program)
      process.arguments = (program == "hapticctl" ? ["studio"] : []) + ["--no-browser"] + arguments
      process.standardOutput = output
      process.environment = ["HAPTICD_SOCKET": daemon, "HOME": "/nonexistent"]
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += String(decoding: more, as: UTF8.self)
      }
      address = text.trimmingCharacters(in: .whitespacesAndNewlines)
      token = address.components(separatedBy: "token=").last ?? ""
      port = UInt16(URL(string: address)?.port ?? 0)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits for the end.
    func status() -> Int32? {
      guard TestWait.until({ !process.isRunning }) else { return nil }
      return process.terminationStatus
    }

    /// Opens the page, and begins the stream of events.
    func open() throws -> StudioClient {
      let client = try OpenedPage(address).events()
      #expect(client.text(upTo: "alive").contains("alive"))
      return client
    }
  }

  /// Executes a program. Returns its status and all of its output.
  private static func execute(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test func `hapticctl studio starts the program, which ends with its page`() throws {
    let folder = try TestFolder()
    let running = try Running("hapticctl", arguments: [folder.path])
    do {
      let page = try running.open()
      #expect(page.text(upTo: "alive").contains("alive"))
    }
    let start = ContinuousClock.now
    #expect(running.status() == 0)
    #expect(ContinuousClock.now - start > .seconds(9))
  }

  @Test func `a loop stops when its page has gone`() throws {
    final class Requests: Sendable { let names = Mutex<[String]>([]) }
    let requests = Requests()
    let socket = SocketPath()
    let daemon = try AnsweringDaemon(at: socket) { packet in
      switch packet.request {
      case .play: requests.names.withLock { $0 = ["play"] }
      case .stop: requests.names.withLock { $0.append("stop") }
      default: break
      }
      return AnsweringDaemon.agreeable(packet)
    }
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path], daemon: socket.path)
    let page = try OpenedPage(running.address)
    do {
      let events = try page.events()
      #expect(events.text(upTo: "alive").contains("alive"))
      #expect(try page.call("play", ["text": ServedStudio.tap, "loop": true]).status == 200)
      #expect(requests.names.withLock { $0 } == ["play"])
    }
    #expect(TestWait.until { requests.names.withLock { $0 } == ["play", "stop"] })
    try daemon.stop()
  }

  @Test func `without the program, hapticctl studio names its package`() throws {
    let folder = try TestFolder()
    let alone = URL(fileURLWithPath: folder.path).appending(path: "hapticctl")
    let program = Self.folder.appending(path: "hapticctl")
    do { try FileManager.default.linkItem(at: program, to: alone) } catch {
      try FileManager.default.copyItem(at: program, to: alone)
    }
    let (status, output) = try Self.execute(alone, ["studio", "--no-browser"])
    #expect(status == 2)
    #expect(output.contains("Haptic Studio is not installed; install the package hapticd-studio"))
  }

  @Test func `the studio ends on SIGTERM, also with an open page`() throws {
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path])
    let page = try running.open()
    running.process.terminate()
    #expect(running.status() == SIGTERM)
    #expect(page.text().isEmpty)
  }

  @Test(arguments: [["/nonexistent/a.ahap"], ["no-such-theme"], ["--odd"], ["a.ahap", "b.ahap"]])
  func `the studio refuses a place that it cannot open`(_ arguments: [String]) throws {
    let running = try Running(arguments: arguments)
    #expect(running.status() == 2 && running.address.isEmpty)
  }

  @Test func `a port in use is refused in one line with the remedy`() throws {
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path])
    let program = Self.folder.appending(path: "hapticd-studio")
    let (status, output) = try Self.execute(program, ["--no-browser", "--port", "\(running.port)", folder.path])
    #expect(status == 2)
    #expect(
      output == "hapticd-studio: cannot listen on port \(running.port) of 127.0.0.1: another program uses it; "
        + "leave out --port, or give another one\n")
  }

  @Test(arguments: [["/nonexistent/a.ahap"], ["a.ahap", "b.ahap"]])
  func `a mistake is one document with --json`(arguments: [String]) throws {
    let program = Self.folder.appending(path: "hapticd-studio")
    let (status, output) = try Self.execute(program, ["--no-browser", "--json"] + arguments)
    #expect(status == 2 && output.hasPrefix("{\"error\":{\"exitStatus\":2,\"message\":"), "\(output)")
    #expect(output.split(separator: "\n").count == 1)
  }

  @Test func `a link, a pipe and a file that is not a pattern are refused in words`() throws {
    let folder = try TestFolder()
    let target = try folder.write("[100]", to: "a.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link.json"), withDestinationPath: target)
    #expect(mkfifo(folder.path(of: "pipe.json"), 0o600) == 0)
    try folder.write("<svg>", to: "hit.svg")
    let program = Self.folder.appending(path: "hapticd-studio").path
    // A name without a folder, which can be that of a theme.
    let script = #"cd "$1" && exec timeout 300 "$0" --no-browser "$2""#
    func words(_ name: String) throws -> String {
      let (status, output) = try Self.execute(URL(filePath: "/bin/sh"), ["-c", script, program, folder.path, name])
      #expect(status == 2)
      return output
    }
    let real = try #require(
      realpath(target, nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    #expect(try words("link.json") == "hapticd-studio: \"link.json\" is not a regular file; open \(real)\n")
    #expect(try words("pipe.json") == "hapticd-studio: \"pipe.json\" is not a regular file; choose another file\n")
    for name in ["hit.svg", "./hit.svg", "./missing"] {
      #expect(
        try words(name)
          == "hapticd-studio: \"\(name)\" is not a pattern file; expected a name that ends in .ahap, .haptic, .json, .xml, .ahv\n"
      )
    }
    try folder.write("{}", to: "theme.json")
    #expect(try words("theme.json") == "hapticd-studio: \"theme.json\" is not a pattern file; open its folder\n")
  }

  @Test func `a name that is not UTF-8 is refused with the remedy`() throws {
    let program = Self.folder.appending(path: "hapticd-studio").path
    let script = #"exec "$0" --no-browser "$(printf 'o\377')""#
    let (status, output) = try Self.execute(URL(filePath: "/bin/sh"), ["-c", script, program])
    #expect(status == 2)
    #expect(
      output
        == "hapticd-studio: the argument 'o\\xff' is not valid UTF-8; rename the file, or correct the argument\n")
  }

  @Test func `a port can be used again at once`() throws {
    let folder = try TestFolder()
    let first = try Running(arguments: [folder.path])
    do {
      let page = try first.open()
      first.process.terminate()
      // The end of the server's side comes first, so that the kernel remembers the connection for a minute.
      #expect(first.status() == SIGTERM && page.text().isEmpty)
    }
    let second = try Running(arguments: ["--port", "\(first.port)", folder.path])
    #expect(second.port == first.port)
    _ = try second.open()
  }

  @Test(
    arguments: [[], ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]].filter {
      $0.isEmpty || geteuid() == 0
    })
  func `idle connections of any user take few descriptors and keep the page working`(_ words: [String]) throws {
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path])
    let page = try running.open()
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments =
      words + [
        "bash", "-c",
        "for i in {1..300}; do exec {fd}<>/dev/tcp/127.0.0.1/\(running.port); done; echo; exec sleep 1000",
      ]
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    defer { client.terminate() }
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    #expect(try StudioClient.answer(running.port, "GET / HTTP/1.1", "Host: 127.0.0.1:\(running.port)").status == 403)
    let descriptors = "/proc/\(running.process.processIdentifier)/fd"
    #expect(try TestWait.until { try FileManager.default.contentsOfDirectory(atPath: descriptors).count < 120 })
    #expect(page.text(upTo: "alive").contains("alive"))
  }

  @Test func `the studio listens on the loopback address only`() throws {
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path])
    let port = String(running.port, radix: 16, uppercase: true)
    // The kernel lists the sockets in pieces, and leaves some out while others open and close.
    var listening: [String] = []
    _ = try TestWait.until {
      let tables = try ["/proc/net/tcp", "/proc/net/tcp6"].map { try String(contentsOfFile: $0, encoding: .utf8) }
      let rows: [[Substring]] = tables.joined().split(separator: "\n").map { $0.split(separator: " ") }
      listening = rows.filter { $0.count > 3 && $0[3] == "0A" && $0[1].hasSuffix(":\(port)") }.map { String($0[1]) }
      return !listening.isEmpty
    }
    #expect(listening == ["0100007F:\(port)"])
  }

  /// Another user of the machine has the address, for example from the list of processes.
  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `another user of the machine is refused, even with the token`() throws {
    let folder = try TestFolder()
    let running = try Running(arguments: [folder.path])
    let request =
      "GET /?token=\(running.token) HTTP/1.1\\r\\nHost: 127.0.0.1:\(running.port)\\r\\nConnection: close\\r\\n\\r\\n"
    let script = "exec 3<>/dev/tcp/127.0.0.1/\(running.port); printf '\(request)' >&3; cat <&3"
    func answer(_ words: [String]) throws -> StudioReply {
      StudioReply(try Self.execute(URL(filePath: "/usr/bin/env"), words + ["bash", "-c", script]).output)
    }
    let other = try answer(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(other.status == 403 && other.body.contains("another user"), "\(other)")
    // The token is still good for the user.
    #expect(try answer([]).status == 303)
  }
}
