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

  @Test func `a file name that looks like options is refused with its remedy`() throws {
    for arguments in [["lint", "-dash.ahap"], ["plot", "tap", "-oh.ahap"]] {
      let result = try Program("hapticctl", arguments, socket: nowhere).result()
      let name = try #require(arguments.last)
      let words = "'\(name)' is read as options; write ./\(name) for a file of that name"
      #expect(result == (2, "", "hapticctl: \(words)\n"))
    }
    for word in ["-h", "--help"] { #expect(try control("lint", word).status == 0) }
  }

  @Test(arguments: [["play", "-", "300ms", "-"], ["plot", "-", "/dev/stdin"], ["lint", "-", "tap.ahap", "-"]])
  func `a second standard input is refused before anything is read`(arguments: [String]) throws {
    let result = try Program("hapticctl", arguments, socket: nowhere).result()
    let words = "standard input can be read only once; write it to a file, and give its name"
    #expect(result == (2, "", "hapticctl: \(words); see hapticctl \(arguments[0]) --help\n"))
  }

  @Test func `an empty id of an application is refused`() throws {
    let result = try control("history", "--app", "")
    #expect(result.status == 2 && result.errors.contains("--app expects the id of an application"), "\(result)")
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

  /// Runs a script of the shell in the folder, in which `$hapticctl` is the program and `$odd` a name that is not UTF-8.
  private func run(_ script: String) throws -> (status: Int32, output: String, errors: String) {
    let setUp = #"cd "$0"; hapticctl=$1; odd=$(printf 'o\377'); "#
    let program = Program.folder.appendingPathComponent("hapticctl").path
    return try Program("/bin/sh", ["-c", setUp + script, folder.path, program], socket: "/nonexistent").result()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test(arguments: [
    #"lint "$odd""#, #"plot success --motor lra --svg "$odd""#, #"convert success --output "$odd""#, #"play "$odd""#,
    #""$odd""#, #"sandbox --expect "$odd" -- true"#, #"studio --no-browser "$odd""#,
  ])
  func `a name that is not UTF-8 is refused with the remedy, and no other file is read or written`(
    words: String
  ) throws {
    let result = try run(#"exec "$hapticctl" "# + words)
    #expect(
      result == (
        2, "",
        "hapticctl: the argument 'o\\xff' is not valid UTF-8; rename the file, or correct the argument\n"
      ))
    #expect(try names == ["folder", "pipe"])
  }

  /// The signal comes during the write, because no file may become longer than nothing.
  @Test(arguments: ["set enabled off", "theme new mine", "plot success --motor lra --svg a.svg"])
  func `a signal during a write leaves no part of a file`(words: String) throws {
    let limits = "ulimit -c 0; ulimit -f 0; export XDG_CONFIG_HOME=\"$PWD/folder\"; "
    let result = try run(limits + #"exec env --default-signal=XFSZ "$hapticctl" "# + words)
    #expect(result.status == SIGXFSZ, "\(result)")
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(all.filter { !["folder", "folder/hapticd", "pipe"].contains($0) } == [])
  }

  @Test func `a command in a sandbox gets its arguments as they are`() throws {
    let command = #"sandbox -- sh -c 'printf %s "$1" | od -An -tx1' sh "a$odd" -- "b$odd""#
    let result = try run(#"exec "$hapticctl" "# + command)
    #expect(result.status == 0 && result.output == " 61 6f ff\n", "\(result)")
  }

  @Test func `a folder of settings that is not UTF-8 is ignored with a warning`() throws {
    let result = try run(
      #"exec env HOME="$PWD" XDG_CONFIG_HOME="$PWD/$odd" XDG_DATA_DIRS="/a:/$odd:/b$odd" "$hapticctl" set enabled off"#)
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors.hasPrefix(
        """
        hapticctl: '\(folder.path)/o\\xff' in XDG_CONFIG_HOME is not valid UTF-8 and is ignored; set it to a value in UTF-8
        hapticctl: '/o\\xff' in XDG_DATA_DIRS is not valid UTF-8 and is ignored; rename the folder
        hapticctl: '/bo\\xff' in XDG_DATA_DIRS is not valid UTF-8 and is ignored; rename the folder

        """), "\(result)")
    #expect(try names == [".config", "folder", "pipe"])
  }

  @Test func `mistakes of a theme in a folder that is not UTF-8 are reported through a link, and the folder inside it`()
    throws
  {
    let make =
      #"mkdir -p "$odd/mine" && echo '{"Feedbacks": 1}' > "$odd/mine/theme.json" && ln -s "$odd/mine" linked && "#
    let linked = try run(make + #"exec "$hapticctl" lint linked"#)
    #expect(linked.output.hasPrefix("linked/theme.json:1:15: warning: Feedbacks: found a number"), "\(linked)")
    let beside = try run(#"cd "$odd" && exec "$hapticctl" lint mine"#)
    #expect(beside.output.hasPrefix("mine/theme.json:1:15: warning: Feedbacks: found a number"), "\(beside)")
    let inside = try run(#"cd "$odd/mine" && exec "$hapticctl" lint ."#)
    let path = "\(folder.path)/o\\xff/mine"
    #expect(
      inside.status == 1
        && inside.output.hasPrefix(
          "./theme.json: error: the path of the folder, '\(path)', is not valid UTF-8; rename the folder"),
      "\(inside)")
  }

  @Test func `a socket that is not UTF-8 is refused, and no other daemon is used`() throws {
    let result = try run(#"exec env HAPTICD_SOCKET="$PWD/$odd" "$hapticctl" devices"#)
    #expect(
      result == (2, "", "hapticctl: HAPTICD_SOCKET is not valid UTF-8; give the socket a path in UTF-8\n"))
  }

  @Test func `a play on a gamepad without a gamepad says so`() throws {
    let result = try Daemon("lra").control("play", "impact.light", "--locality", "gamepad")
    #expect(result == (1, "", "hapticctl: no gamepad can play now; connect one, or choose another --locality\n"))
  }
}
