import Foundation
import TestSupport
import Testing

/// Themes as users edit them: files that are created, changed and made invalid while the daemon runs.
@Suite struct ThemeTests {
  private let daemon: ThemedDaemon

  init() throws { daemon = try ThemedDaemon() }

  private func table(_ lines: String) -> String { "{ \"Feedbacks\": [\n\(lines)\n] }" }

  @Test func `a new theme is loaded, and a later mistake in it is reported with its place`() throws {
    #expect(try daemon.play("knock").status == 2)
    try daemon.write("default/knock.ahap", tap)
    try daemon.write("default/theme.json", table(#"{ "Name": "knock", "Pattern": "knock.ahap" }"#))
    try daemon.wait(for: "theme default: ", times: 2)
    #expect(try daemon.play("knock").status == 0)
    #expect(try daemon.play("knock-knock").status == 2, "no longer name stands for it")

    try daemon.write("default/knock.ahap", "{ \"Version\": 1,\n \"Pattern\": 7 }")
    try daemon.wait(for: "default/knock.ahap:2:13: Pattern: ")
    #expect(try daemon.play("knock").status == 0, "the last good pattern stays")

    try daemon.write("default/theme.json", "{ \"Feedbacks\": [\n")
    try daemon.wait(for: "default/theme.json:2:1: ")
    try daemon.wait(for: "the former version of theme")
    #expect(try daemon.play("knock").status == 0)

    try FileManager.default.removeItem(atPath: daemon.themes + "/default")
    try daemon.wait(for: "theme default: ", times: 4)
    #expect(try daemon.play("knock").status == 2)
    #expect(try daemon.play("tap").status == 0)
  }

  @Test func `a missing theme is awaited while the theme default is in force`() throws {
    let daemon = try ThemedDaemon(theme: "mine")
    try daemon.wait(for: "there is no theme mine; ")
    #expect(try daemon.play("success").status == 0)
    try daemon.write("mine/theme.json", table(#"{ "Name": "knock", "Fallback": "impact.heavy" }"#))
    try daemon.wait(for: "theme mine, then default: ")
    #expect(try daemon.play("knock").status == 0)
  }

  @Test func `the built-in theme hig can be chosen`() throws {
    let daemon = try ThemedDaemon(theme: "hig")
    try daemon.wait(for: "theme hig, then default: ")
    #expect(try daemon.play("success").status == 0)
  }
}

private let tap = """
  { "Version": 1, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", "EventParameters": [] } } ] }
  """

/// A daemon with a simulated motor and its own configuration folder, which is empty at first.
private final class ThemedDaemon {
  private let folder: TestFolder
  private let program: Program
  private var log = ""

  var themes: String { folder.path(of: "config/hapticd/themes") }
  private var socket: String { folder.path(of: "socket") }

  init(theme: String? = nil) throws {
    folder = try TestFolder()
    try folder.makeFolder("config")
    let socket = folder.path(of: "socket")
    program = try Program(
      "hapticd",
      ["--simulate", "lra", "--no-devices", "--socket", socket] + (theme.map { ["--theme", $0] } ?? []),
      socket: socket,
      environment: [
        "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_DATA_HOME": folder.path(of: "data"),
        "XDG_DATA_DIRS": folder.path(of: "shared"),
      ])
    try wait(for: "is ready")
  }

  deinit { program.terminate() }

  func write(_ file: String, _ text: String) throws { try folder.write(text, to: "config/hapticd/themes/\(file)") }

  /// Waits until the log contains the words this number of times since the start.
  func wait(for words: String, times: Int = 1) throws {
    let isLogged = TestWait.until {
      log += program.errorsSoon()
      return log.components(separatedBy: words).count > times
    }
    try #require(isLogged, "no \"\(words)\" in: \(log)")
  }

  /// Plays a feedback. Repeats it if it missed its deadline, as on a busy machine.
  func play(_ name: String) throws -> (status: Int32, output: String, errors: String) {
    for _ in 0..<20 {
      let result = try Program("hapticctl", ["play", name], socket: socket).result()
      if !result.errors.contains("missed its deadline") { return result }
    }
    Issue.record("\(name) missed its deadline twenty times")
    return (1, "", "")
  }
}
