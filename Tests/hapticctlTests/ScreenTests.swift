import Foundation
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// Lines for a terminal: folded between words, colored, and tables fitted to the width.
@Suite struct ScreenTests {
  private func screen(_ columns: Int) -> Screen { Screen(columns: columns, hasColor: false) }

  // MARK: Folding

  @Test func `a line is broken between words and continues with an indent`() {
    #expect(screen(24).folded("one two three four five six") == ["one two three four five", "  six"])
    #expect(screen(20).folded("  one two three four") == ["  one two three four"])
    #expect(screen(19).folded("  one two three four") == ["  one two three", "    four"])
  }

  @Test func `a folded line with columns continues below its last column`() {
    #expect(
      screen(34).folded("daemon  fine  answers at the socket within a while") == [
        "daemon  fine  answers at the", "              socket within a", "              while",
      ])
  }

  @Test func `a word that is too long stays whole`() {
    let path = "/" + String(repeating: "x", count: 40)
    #expect(screen(20).folded("see \(path) there") == ["see", "  " + path, "  there"])
    #expect(screen(20).folded(path) == [path])
  }

  @Test func `without a terminal lines have any length`() {
    let line = String(repeating: "word ", count: 100)
    #expect(Screen.file.folded(line) == [line])
  }

  @Test func `color codes do not count for the width of a line`() {
    let screen = Screen(columns: 20, hasColor: true)
    let line = "one " + "two".painted(.red, on: screen) + " three four"
    #expect(line.columnCount == 18)
    #expect(screen.folded(line) == [line])
    #expect("two".painted(.red, on: .file) == "two")
  }

  // MARK: Terminals

  @Test(
    arguments: [
      ([:], nil, false), (["TERM": "xterm"], 80, true), (["TERM": "dumb"], 80, false),
      (["TERM": "xterm", "NO_COLOR": "1"], 80, false), (["TERM": "xterm", "NO_COLOR": ""], 80, true),
      (["A": ""], 80, false),
    ] as [([String: String], Int?, Bool)])
  func `the environment decides on color, a terminal on the width`(
    environment: [String: String], columns: Int?, hasColor: Bool
  ) {
    let screen = Screen(isTerminal: columns != nil, columns: nil) { environment[$0] }
    #expect(screen.columns == columns)
    #expect(screen.hasColor == hasColor)
  }

  // MARK: Tables

  @Test func `a table leaves columns out, then cuts words, and folds the last one`() {
    var table = Table([("NAME", .left), ("LEVEL", .right), ("WHY", .left)], optional: ["LEVEL"])
    table.add("a name that is long", "100", "because of it")
    #expect(table.lines[1] == "a name that is long    100  because of it")
    #expect(table.lines(columns: 40)[1] == "a name that is long  because of it")
    #expect(table.lines(columns: 30)[1] == "a name that is…  because of it")
    #expect(table.lines(columns: 1000) == table.lines)
  }

  @Test func `the names of all feedbacks differ in a list of 40 columns`() throws {
    let lines = Feedbacks.lines(try .present(theme: "default"), columns: 40).dropLast(2)
    #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == lines.count)
    let wide = Feedbacks.lines(try .present(theme: "default"), columns: 80)
    #expect(wide[0].contains("CATEGORY") && wide[0].hasSuffix("FILE"))
  }

  @Test func `the devices fit a narrow terminal`() {
    let lines = Devices.lines([.motor, .wheel], columns: 60).flatMap(screen(60).folded)
    #expect(lines.allSatisfy { $0.count <= 60 }, "\(lines)")
    #expect(lines.joined().contains("gpio-vibrator"))
    #expect(!lines.joined().contains("UPLOAD"))
  }

  // MARK: On a terminal

  private static let hasTerminal = FileManager.default.isExecutableFile(atPath: Terminal.program)

  @Test(.enabled(if: Self.hasTerminal, "there is no script(1)"))
  func `on a terminal lines are folded and a verdict has a color`() throws {
    let daemon = try Daemon()
    let words = try Terminal.run("hapticctl explain message-sent-instant --motor erm", columns: 50, daemon.socket)
    let lines = words.split(separator: "\r\n")
    #expect(lines.count > 20)
    #expect(lines.allSatisfy { $0.count <= 50 || !$0.drop { $0 == " " }.contains(" ") }, "\(lines)")
    #expect(try Terminal.run("hapticctl doctor", columns: 60, daemon.socket).contains("\u{1b}[32mfine"))
    #expect(!(try Terminal.run("NO_COLOR=1 hapticctl doctor", columns: 60, daemon.socket).contains("\u{1b}")))
    #expect(!(try Terminal.run("TERM=dumb hapticctl doctor", columns: 60, daemon.socket).contains("\u{1b}")))
    #expect(!(try Terminal.run("hapticctl doctor | cat", columns: 60, daemon.socket).contains("\u{1b}")))
    let error = try Terminal.run("hapticctl play nothing.at.all.like.it", columns: 60, daemon.socket)
    #expect(error.hasPrefix("\u{1b}[31mhapticctl:\u{1b}[0m unknown feedback"), "\(error)")
  }

  @Test(.enabled(if: Self.hasTerminal, "there is no script(1)"))
  func `on a terminal, latency shows its progress`() throws {
    let daemon = try Daemon()
    let words = try Terminal.run("hapticctl latency --count 3", columns: 80, daemon.socket)
    #expect(words.contains("\r\u{1b}[K2 of 3 plays"))
    #expect(words.contains("\r\u{1b}[KSTAGE"), "the line is empty again")
    #expect(!(try daemon.control("latency", "--count", "2").errors.contains("of 2")))
  }
}

/// A pseudoterminal, created by script(1).
private enum Terminal {
  static let program = "/usr/bin/script"

  /// The output of a shell command on a terminal of this width, including standard error.
  static func run(_ command: String, columns: Int, _ socket: String) throws -> String {
    let line =
      "stty cols \(columns); TERM=xterm; export TERM; unset NO_COLOR; PATH=\(Program.folder.path):$PATH; \(command)"
    let nothing = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    return try Program(program, ["-qec", line, "/dev/null"], socket: socket, input: nothing).result().output
  }
}
