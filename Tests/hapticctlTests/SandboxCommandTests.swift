import Foundation
import HapticProtocol
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `hapticctl sandbox` with real commands. Each test has its own folder for temporary files, which must be empty at the end.
@Suite final class SandboxCommandTests {
  private let folder = try! TestFolder()
  private let control = Program.folder.appendingPathComponent("hapticctl").path

  private func start(
    _ command: [String], options: [String] = [], environment: [String: String] = [:], input: FileHandle? = nil
  ) throws -> Program {
    try Program(
      "hapticctl", ["sandbox"] + options + ["--"] + command, socket: "/nonexistent",
      environment: ["TMPDIR": folder.path].merging(environment) { $1 }, input: input)
  }

  /// Runs a script of the shell in which `$play` plays a feedback.
  private func run(_ script: String, options: [String] = []) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let environment = ["play": "\(control) play"]
    let result = try start(["/bin/sh", "-c", script], options: options, environment: environment).result()
    #expect(isEmpty, "the sandbox leaves files")
    return result
  }

  /// Whether the folder for temporary files is empty.
  private var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == [] }

  @Test func `the plays of a command are listed after its own output`() throws {
    let result = try run("$play success >/dev/null; $play selection --intensity 40% >/dev/null; echo done")
    #expect(result.status == 0 && result.output == "done\n")
    let lines = result.errors.split(separator: "\n")
    try #require(lines.count == 4, "\(result.errors)")
    #expect(lines[1].contains(/success +hapticctl\? \(\d+\) +played +100% .*s +ended/))
    #expect(lines[2].contains(/selection +hapticctl\? \(\d+\) +played +40%/))
    #expect(lines[3] == "2 plays, 2 felt; the command ended with status 0")
  }

  @Test(
    arguments: [
      ([], "exit 3", 3, nil), ([], "kill -KILL $$", 137, nil),
      (["--expect", "success"], "$play success", 0, nil),
      (["--expect", "success"], "$play success; exit 3", 3, nil),
      (
        ["--expect", "tap,success"], "$play success; exit 3", 1,
        "tap did not happen: played instead: success; the command ended with status 3"
      ),
      (["--expect", "success", "--expect", "tap"], "$play tap; $play success", 0, nil),
      (
        ["--expect", "success"], "$play sucess; true", 1,
        "success did not happen: the command requested 'sucess', which does not exist"
      ),
      (["--expect", "sucess"], "echo never", 2, "unknown feedback 'sucess'; did you mean success?"),
      (["--expect", "success"], "exit 77", 77, nil),
    ] as [([String], String, Int32, String?)])
  func `the exit status is that of the command unless expected feedback is missing`(
    options: [String], script: String, status: Int32, complaint: String?
  ) throws {
    let result = try run(script, options: options)
    #expect(result.status == status, "\(result)")
    #expect(!result.output.contains("never"))
    if let complaint { #expect(result.errors.hasSuffix("hapticctl: \(complaint)\n"), "\(result.errors)") }
  }

  @Test(arguments: [("nonexistent-program", 127), ("/etc/passwd", 126)] as [(String, Int32)])
  func `a command that cannot run has the exit status of shells`(command: String, status: Int32) throws {
    let result = try start([command]).result()
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.hasPrefix("hapticctl: cannot run '\(command)': "), "\(result.errors)")
    #expect(isEmpty)
  }

  @Test func `a daemon that does not start is named`() {
    let failure = #expect(throws: Failure.self) { try PrivateDaemon("/bin/false", []) }
    #expect(failure?.code == .usage && failure?.message == "/bin/false did not start", "\(failure as Any)")
  }

  @Test func `a daemon that ends before the command is a failure`() throws {
    let script = "kill -KILL $(\(control) status --json | sed -n 's/.*daemonProcessID\" : \\([0-9]*\\).*/\\1/p')"
    let result = try run(script)
    #expect(result.status == 2 && result.errors.contains("hapticd ended before the command"), "\(result.errors)")
  }

  @Test func `JSON has the form of the history, and the output of the command is on standard error`() throws {
    let result = try run("echo mixed; $play success", options: ["--json"])
    #expect(result.errors.hasPrefix("mixed\nsuccess: played on device 1"), "\(result.errors)")
    struct Entry: Decodable { let event, request, feedback, verdict, application, endReason: String }
    let entries = try JSONDecoder().decode([Entry].self, from: Data(result.output.utf8))
    #expect(entries.map(\.feedback) == ["success"] && entries.map(\.verdict) == ["played"])
    #expect(entries.map(\.request) == ["play"] && entries.map(\.endReason) == ["ended"])
  }

  @Test func `the user's settings have no effect, and the command has them all the same`() throws {
    try folder.write("enabled = false\n", to: "home/hapticd/hapticd.toml")
    let result = try start(
      ["/bin/sh", "-c", "echo $XDG_CONFIG_HOME; \(control) play success"], options: ["--expect", "success"],
      environment: ["XDG_CONFIG_HOME": folder.path(of: "home")]
    ).result()
    #expect(result.status == 0 && result.output.hasPrefix(folder.path(of: "home") + "\n"), "\(result)")
  }

  @Test func `the command reads standard input`() throws {
    let file = FileHandle(forReadingAtPath: try folder.write("a line\n", to: "input"))
    #expect(try start(["cat"], input: file).result().output == "a line\n")
  }

  @Test func `the chosen motor is simulated`() throws {
    #expect(try run("\(control) devices", options: ["--simulate", "pad"]).output.contains("simulated pad"))
  }

  @Test func `more plays than the history keeps are listed`() throws {
    let sandbox = try start(Self.waiting, options: ["--json"])
    let client = HapticClient(applicationName: "many", socketPath: try place(of: sandbox).socket)
    for _ in 0..<600 { _ = try client.blocking.play(Haptic("selection"), timeout: TestWait.limit) }
    try folder.write("", to: "go")
    struct Entry: Decodable { let number: UInt64? }
    let entries = try JSONDecoder().decode([Entry].self, from: Data(sandbox.result().output.utf8))
    #expect(entries.compactMap(\.number) == Array(1...600))
  }

  @Test func `a second client sees the plays of a test, as the documentation shows`() async throws {
    let sandbox = try start(Self.waiting)
    let socket = try place(of: sandbox).socket
    let observer = HapticClient(applicationName: "observer", socketPath: socket)
    let events = try observer.events()
    observer.monitor(.requests)
    _ = try await observer.devices(timeout: TestWait.limit)
    let client = HapticClient(applicationName: "org.example.Notes", socketPath: socket)
    client.play(.success)
    for await case .observed(let request) in events where request.feedback == "success" {
      #expect(request.verdict == .played)
      break
    }
    try folder.write("", to: "go")
  }

  /// The ways in which a sandbox ends.
  enum End: CaseIterable {
    case killed, terminated, interrupted, commandKilled, childInBackground, descriptorsClosed
  }

  @Test(arguments: End.allCases) func `the daemon and its files are removed at every end`(end: End) throws {
    let command =
      switch end {
      case .childInBackground:
        ["/bin/sh", "-c", "echo $HAPTICD_SOCKET $$ >&2; (setsid sh -c '\(Self.waitingScript)' &)"]
      case .descriptorsClosed:
        ["/bin/sh", "-c", "echo $HAPTICD_SOCKET $$ >&2; exec <&- >&- 2>&-; \(Self.waitingScript)"]
      default: Self.waiting
      }
    let sandbox = try start(command)
    let start = try place(of: sandbox)
    let client = HapticClient(applicationName: "observer", socketPath: start.socket)
    let daemon = try? client.blocking.ask(StatusQuery(), timeout: TestWait.limit).processID
    switch end {
    case .killed: kill(sandbox.processID, SIGKILL)
    case .terminated: kill(sandbox.processID, SIGTERM)
    case .interrupted: sandbox.interrupt()
    case .commandKilled: kill(start.command, SIGKILL)
    case .childInBackground, .descriptorsClosed: break
    }
    if end == .descriptorsClosed { try folder.write("", to: "go") }
    let sockets = (start.socket as NSString).deletingLastPathComponent
    #expect(TestWait.until { !FileManager.default.fileExists(atPath: sockets) })
    if let daemon { #expect(TestWait.until { kill(pid_t(daemon), 0) != 0 }) }
    // The command outlives a killed sandbox.
    try folder.write("", to: "go")
  }

  @Test func `a signal to the sandbox reaches the command`() throws {
    let script = "trap 'echo caught; exit 5' USR1; echo $HAPTICD_SOCKET $$ >&2; while true; do sleep 0.01; done"
    let sandbox = try start(["/bin/sh", "-c", script])
    _ = try place(of: sandbox)
    kill(sandbox.processID, SIGUSR1)
    let result = sandbox.result()
    #expect(result.status == 5 && result.output == "caught\n", "\(result)")
    #expect(isEmpty)
  }

  private static let waitingScript = "while ! [ -e $TMPDIR/go ]; do sleep 0.01; done"
  /// A command that writes the path of the socket and its process, and waits for the file `go`.
  private static let waiting = ["/bin/sh", "-c", "echo $HAPTICD_SOCKET $$ >&2; \(waitingScript)"]

  /// The path of the socket and the process of the command, which the command writes.
  private func place(of sandbox: Program) throws -> (socket: String, command: pid_t) {
    var text = ""
    try #require(
      TestWait.until {
        text += sandbox.errorsSoon()
        return text.hasSuffix("\n")
      })
    let words = text.split { $0.isWhitespace }
    return (String(words[0]), try #require(pid_t(words[1])))
  }
}
