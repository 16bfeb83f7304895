import FakeServices
import Glibc
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

/// A daemon on a bus with dconf, as on a phone with GSettings.
final class SettingsPhone {
  let folder: TestFolder
  let daemon: Process
  let client: HapticClient
  private let bus: FakeBus
  private let dconf: Process
  private let environment: [String: String]

  /// Whether the machine has dconf, gsettings and feedbackd's schema.
  static var isPossible: Bool {
    let files = [
      service, compiler, "/usr/bin/busctl", "/usr/bin/gsettings", schemaFile,
    ]
    return FakeBus.program != nil && files.allSatisfy { (path: String) in access(path, R_OK) == 0 }
  }

  private static let service = "/usr/libexec/dconf-service"
  private static let compiler = "/usr/bin/glib-compile-schemas"
  private static let schemaFile = "/usr/share/glib-2.0/schemas/org.sigxcpu.feedbackd.gschema.xml"

  /// - Parameters:
  ///   - settings: the keys and values in GSettings before the start.
  ///   - own: further lines of the user's own settings file.
  ///   - data: the folders of data, with the schemas.
  ///   - schema: further keys of feedbackd's schema, as its later versions have them.
  ///   - isBlocked: whether a file has the place of the folder for the daemon's copy of the settings.
  init(
    _ settings: [String: String] = [:], own: String = "", data: String = "/usr/share", schema: String? = nil,
    isBlocked: Bool = false
  ) throws {
    bus = try FakeBus()
    folder = try TestFolder()
    for name in ["run", "data", "config"] { try folder.makeFolder(name) }
    chmod(folder.path(of: "run"), 0o700)
    if isBlocked { try folder.write("", to: "run/hapticd-gsettings") }
    try folder.write("feedback-interface = true\n" + own, to: "config/hapticd/hapticd.toml")
    try folder.write(
      "[Desktop Entry]\nType=Application\nName=Chat\nExec=true\n", to: "data/applications/org.example.Chat.desktop")
    var environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path(of: "config"),
      "XDG_RUNTIME_DIR": folder.path(of: "run"), "XDG_DATA_HOME": folder.path(of: "data"), "XDG_DATA_DIRS": data,
    ]
    if let schema { environment["GSETTINGS_SCHEMA_DIR"] = try Self.compile(schema, in: folder) }
    self.environment = environment
    dconf = try Process(Self.service, environment: environment)
    // GSettings drops what it sets without the service, and says so to nobody.
    guard TestWait.until({ [environment] in Self.hasService(environment) }) else { throw Errno.timedOut }
    for (key, value) in settings { try Self.set(key, value, environment) }
    let socket = folder.path(of: "socket")
    daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "lra", "--verbose", "--socket", socket, environment: environment)
    client = HapticClient(applicationName: "test", socketPath: socket)
    try #require(daemon.says("org.sigxcpu.Feedback is served"))
  }

  /// Compiles feedbackd's schema with further keys, and returns its folder.
  private static func compile(_ keys: String, in folder: TestFolder) throws -> String {
    let text = String(decoding: try RegularFile.read(schemaFile, upTo: 1 << 16), as: UTF8.self)
    let later = text.replacing("</schema>", with: keys + "</schema>", maxReplacements: 1)
    try folder.makeFolder("schemas")
    try folder.write(later, to: "schemas/org.sigxcpu.feedbackd.gschema.xml")
    let compiler = try Process(Self.compiler, folder.path(of: "schemas"))
    try #require(compiler.end() == 0, "\(compiler.text)")
    return folder.path(of: "schemas")
  }

  /// Changes a setting, as phosh-mobile-settings does; a nil value resets it.
  func set(_ key: String, _ value: String?) throws { try Self.set(key, value, environment) }

  private static func set(_ key: String, _ value: String?, _ environment: [String: String]) throws {
    let (schema, name) = parts(of: key)
    let words = value.map { ["set", schema, name, $0] } ?? ["reset", schema, name]
    let line = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    let process = try Process("/bin/sh", "-c", "exec gsettings \(line)", environment: environment)
    try #require(process.end() == 0, "\(process.text)")
  }

  private static func hasService(_ environment: [String: String]) -> Bool {
    (try? Process("/usr/bin/busctl", "--user", "status", "ca.desrt.dconf", environment: environment))?.end() == 0
  }

  /// The schema of a key such as `profile` or `org-example-chat/profile`, and its name.
  private static func parts(of key: String) -> (schema: String, name: String) {
    let parts = key.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return ("org.sigxcpu.feedbackd", key) }
    return ("org.sigxcpu.feedbackd.application:/org/sigxcpu/feedbackd/application/\(parts[0])/", parts[1])
  }

  /// The output of a command, with standard output.
  func run(_ line: String) throws -> String {
    let path = Process.path(of: "").dropLast()
    let process = try Process(
      "/bin/sh", "-c", "export PATH=\(path):$PATH HAPTICD_SOCKET=\(folder.path(of: "socket")); \(line) 1>&2",
      environment: environment)
    _ = process.end()
    return process.text
  }

  /// Whether a setting has this value in time.
  func waits(for key: String, _ value: String) -> Bool {
    daemon.wait { (try? client.blocking.ask(SettingQuery(key), timeout: TestWait.limit).text) == value }
  }

  func write(own text: String) throws {
    try folder.write("feedback-interface = true\n" + text, to: "config/hapticd/hapticd.toml")
  }

  var ownText: String { text(of: "config/hapticd/hapticd.toml") }
  /// The settings that the daemon has taken from GSettings; empty without a file.
  var followedText: String { text(of: "run/hapticd-gsettings/hapticd.toml") }

  private func text(of path: String) -> String {
    String(decoding: (try? RegularFile.read(folder.path(of: path), upTo: 1 << 16)) ?? [], as: UTF8.self)
  }
}
