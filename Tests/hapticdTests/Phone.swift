import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

/// A daemon with a simulated motor on a private bus.
final class Phone {
  let bus: FakeBus
  let folder: TestFolder
  let daemon: Process
  let client: HapticClient
  private let environment: [String: String]

  static var hasBus: Bool { FakeBus.program != nil }

  static var isPossible: Bool { hasBus && access("/usr/bin/fbcli", X_OK) == 0 }

  /// Debian's Python, which has Debian's modules; another `python3` may come first on PATH.
  static let python = "/usr/bin/python3"

  static var hasIntrospection: Bool {
    (try? Process(python, "-c", "import gi; gi.require_version('Lfb', '0.0')").end()) == 0
  }

  /// Whether a program can have mounts of its own that the machine does not see. In a chroot that is no mount point,
  /// nothing can be private.
  static var canHideMounts: Bool {
    (try? Process("/usr/bin/unshare", "--mount", "--propagation", "private", "true").end()) == 0
  }

  init(isServing: Bool = true, environment extra: [String: String] = [:]) throws {
    bus = try FakeBus()
    folder = try TestFolder()
    try folder.write("feedback-interface = \(isServing)\n", to: "config/hapticd/hapticd.toml")
    environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "GSETTINGS_BACKEND": "memory",
      "XDG_CONFIG_HOME": folder.path(of: "config"),
    ]
    let socket = folder.path(of: "socket")
    daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "lra", "--verbose", "--socket", socket,
      environment: environment.merging(extra) { $1 })
    client = HapticClient(applicationName: "test", socketPath: socket)
    _ = mkfifo(folder.path(of: "keys"), 0o600)
    try #require(daemon.says(isServing ? "org.sigxcpu.Feedback is served" : "is ready"))
  }

  func run(_ program: String, _ arguments: String...) throws -> Process { try run(list: [program] + arguments) }

  /// Starts a program whose standard output is read like its errors, and whose standard input stays open.
  func run(list arguments: [String]) throws -> Process {
    let keys = folder.path(of: "keys")
    var variables = environment
    // GSettings needs its schemas, and busctl the folder of the bus.
    variables["XDG_DATA_DIRS"] = "/usr/share"
    variables["XDG_RUNTIME_DIR"] = folder.path
    variables["TMPDIR"] = Environment.variable("TMPDIR") ?? "/tmp"
    return try Process(
      shell: "exec 0<>\(keys) 1>&2; exec \"$@\"", arguments, environment: variables)
  }

  func pressReturn() {
    guard let keys = fopen(folder.path(of: "keys"), "r+") else { return }
    fputs("\n", keys)
    fclose(keys)
  }

  /// The haptic plays in the history.
  var plays: [Observed] { history.filter { $0.opcode == .play && $0.medium == .haptic } }

  /// The verdicts on sounds and lights, by their names.
  var cues: [String] { history.filter { $0.medium != .haptic }.map { "\($0.medium) \($0.feedback) \($0.verdict)" } }

  private var history: [Observed] { (try? client.blocking.list(HistoryQuery(), timeout: TestWait.limit)) ?? [] }

  func waitUntilPlaying(_ name: ShortName) -> Bool {
    daemon.wait {
      ((try? client.blocking.list(PlayingQuery(), timeout: TestWait.limit)) ?? []).contains { $0.feedback == name }
    }
  }

  func waitUntilSilent() -> Bool {
    daemon.wait { (try? client.blocking.list(PlayingQuery(), timeout: TestWait.limit)) == [] }
  }
}

extension Process {
  fileprivate convenience init(shell: String, _ arguments: [String], environment: [String: String]) throws {
    // Quotes each argument, because the number of arguments is fixed.
    let words = arguments.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    try self.init("/bin/sh", "-c", "set -- \(words); \(shell)", environment: environment)
  }
}

extension String {
  func components(_ separator: String) -> [Substring] { split(separator: separator).dropLast().map { $0 } }
}
