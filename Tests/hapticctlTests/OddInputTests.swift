import Foundation
import TestSupport
import Testing

@testable import HapticControl

/// Names and files that no command expects: one line that says what is wrong, and the exit status 2.
@Suite struct OddInputTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeFolder("folder")
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
  }

  private func control(_ arguments: String..., home: String = "/nonexistent") throws -> (
    status: Int32, output: String, errors: String
  ) {
    try Program("hapticctl", arguments, socket: "/nonexistent", environment: ["XDG_CONFIG_HOME": home]).result()
  }

  @Test func `a terminal of the largest size that a program can set is drawn as a large one`() throws {
    let terminal = try TestTerminal(columns: .max, rows: .max)
    let program = try terminal.start(["plot", "success", "--motor", "lra"], socket: nowhere)
    #expect(terminal.status(of: program) == 0)
    #expect(terminal.shows("all 3 pulses are felt separately"))
    // A picture has some sequences for colours.
    #expect(terminal.text.split(whereSeparator: \.isNewline).allSatisfy { $0.count < 2000 })
  }

  @Test(arguments: ["folder", "pipe"]) func `only a regular file is watched`(name: String) throws {
    let path = folder.path(of: name)
    let result = try control("play", path, "--watch")
    #expect(result == (2, "", "hapticctl: \(path) is not a regular file; --watch waits until a file is saved\n"))
  }

  @Test(arguments: ["folder", "pipe", "none"]) func `edit says in words why it cannot read a copy`(name: String) throws
  {
    let path = folder.path(of: name)
    let result = try control("edit", "--from", path, home: folder.path)
    let reason = name == "none" ? "No such file or directory (2)" : "it is not a regular file"
    #expect(result == (2, "", "hapticctl: cannot read \(path): \(reason); check its name and its permissions\n"))
  }

  @Test(arguments: [["set", "enabled", "off"], ["reset", "--all", "--force"], ["edit"]])
  func `a folder in place of the settings file gives exit status 2`(arguments: [String]) throws {
    try folder.makeFolder("hapticd")
    try folder.makeFolder("hapticd/hapticd.toml")
    let result = try Program(
      "hapticctl", arguments, socket: "/nonexistent", environment: ["XDG_CONFIG_HOME": folder.path]
    ).result()
    let path = folder.path(of: "hapticd/hapticd.toml")
    #expect(result == (2, "", "hapticctl: \(path) is not a regular file; move it away\n"))
  }

  @Test(arguments: [
    ["play", "", "--watch"], ["lint", ""], ["edit", "--from", ""], ["plot", "tap", "--motor", "lra", "--svg", ""],
  ]) func `an empty name of a file is shown`(arguments: [String]) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent").result()
    #expect(result.status == 2 && result.errors.contains("''"), "\(result)")
  }

  @Test func `a play on a gamepad without a gamepad says so`() throws {
    let result = try Daemon("lra").control("play", "impact.light", "--locality", "gamepad")
    #expect(result == (1, "", "hapticctl: no gamepad can play now; connect one, or choose another --locality\n"))
  }
}
