import Foundation
import Glibc
import HapticPreferences
import HapticSystem
import TestSupport
import Testing

@testable import HapticControl
@testable import PreferenceFiles

/// The page of `settings` on a terminal.
@Suite struct SettingsPageTests {
  private let daemon: Daemon
  private let terminal: TestTerminal
  private var environment: [String: String] { ["XDG_CONFIG_HOME": daemon.configuration] }

  init() throws {
    daemon = try Daemon("lra", preferences: "")
    terminal = try TestTerminal(columns: 80, rows: 24)
  }

  private var text: String {
    (try? String(contentsOfFile: daemon.configuration + "/hapticd/hapticd.toml", encoding: .utf8)) ?? ""
  }

  private func start(_ arguments: String...) throws -> Program {
    try terminal.start(["settings"] + arguments, socket: daemon.socket, environment: environment)
  }

  @Test func `arrow keys select and change a setting, and the terminal is restored`() throws {
    let before = terminal.flags
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    #expect(terminal.flags != before)
    terminal.type("\u{1b}[B\u{1b}[D")
    #expect(terminal.shows("strength = \"95%\""))
    #expect(terminal.shows("played"), "a strength is felt when it changes")
    #expect(text == "strength = \"95%\"\n")
    #expect(try daemon.controlSettings("get", "--value", "strength").output == "95%\n")
    terminal.type("d")
    #expect(terminal.shows("removed from"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
    #expect(text == "" && terminal.flags == before)
    #expect(terminal.shows("\u{1b}[?1049l"))
    #expect(terminal.shows("strength = \"95%\" (was \"100%\"),"), "the changes are listed at the end")
  }

  @Test func `a typed value is set, and a mistake is shown with the valid values`() throws {
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    // A line that arrives in one piece, as a paste does.
    terminal.type("\u{1b}[B\r\u{7f}\u{7f}\u{7f}\u{7f}250%\r")
    #expect(terminal.shows("strength: 250% is out of range"))
    terminal.type("\r\u{7f}\u{7f}\u{7f}\u{7f}40%\r")
    #expect(terminal.shows("strength = \"40%\""))
    terminal.type("\r9\u{1b}")
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
    #expect(text == "strength = \"40%\"\n")
  }

  @Test func `a row of plays lets a rate be felt, and a device plays alone`() throws {
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    terminal.type(" ")
    #expect(terminal.shows(": played"))
    terminal.type("\t\u{1b}[B ")
    #expect(terminal.shows("of 6 played"))
    terminal.type("\u{1b}[F ")
    #expect(terminal.shows("deadband"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
    #expect(try daemon.control("history").output.contains("impact.light"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV])
  func `a signal restores the terminal`(number: Int32) throws {
    let before = terminal.flags
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    kill(program.processID, number)
    let status = terminal.status(of: program)
    #expect([128 + number, number].contains(status))
    #expect(terminal.flags == before)
    #expect(terminal.shows("\u{1b}[?1049l"))
  }

  @Test func `a stop restores the terminal, and a continuation prepares it again`() throws {
    let before = terminal.flags
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    let raw = terminal.flags
    kill(program.processID, SIGTSTP)
    #expect(TestWait.until { terminal.flags == before })
    kill(program.processID, SIGCONT)
    #expect(TestWait.until { terminal.flags == raw })
    terminal.clear()
    terminal.type("\u{1b}[B")
    #expect(terminal.shows("the strength of everything"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0 && terminal.flags == before)
  }

  @Test(arguments: [(10, 3), (1, 1), (40, 12), (200, 60)] as [(UInt16, UInt16)])
  func `the page follows the size of the terminal`(columns: UInt16, rows: UInt16) throws {
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    terminal.clear()
    terminal.resize(columns: columns, rows: rows, program)
    #expect(terminal.shows("\u{1b}[J"))
    let lines = Self.lines(terminal.text)
    #expect(lines.count <= Int(rows) && lines.allSatisfy { $0.count <= Int(columns) }, "\(lines)")
    terminal.type("\u{1b}[B q")
    #expect(terminal.status(of: program) == 0)
  }

  /// The lines of the first picture, without sequences.
  private static func lines(_ text: String) -> [String] {
    let picture = text.components(separatedBy: "\u{1b}[J")[0]
    return picture.components(separatedBy: "\r\n").map { line in
      line.replacing(try! Regex("\u{1b}\\[[0-9;?]*[A-Za-z]"), with: "")
    }
  }

  @Test func `without a terminal there is an error, and without a daemon a page`() throws {
    let refused = try daemon.control("settings")
    #expect(refused.status == 2 && refused.output == "")
    #expect(refused.errors.contains("settings expects a terminal; without one: 'hapticctl get' and 'hapticctl set'"))
    let program = try terminal.start(["settings", "--json"], socket: nowhere, environment: environment)
    #expect(terminal.shows("whether haptics are on"))
    terminal.type(" ")
    #expect(terminal.shows("no daemon is running"))
    terminal.type("\u{1b}[C")
    #expect(terminal.shows("enabled = false"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
    #expect(text == "enabled = false\n")
    #expect(terminal.shows("\"key\" : \"enabled\""))
  }

  @Test func `a daemon that ends leaves the page, and one that is back plays`() throws {
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    daemon.stop()
    terminal.type(" ")
    #expect(terminal.shows("hapticd"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
  }

  @Test func `each setting steps to a next value, except for lists`() throws {
    let stack = PreferenceStack()
    for key in PreferenceKey.general {
      let row = PreferenceRow(key, in: stack)
      let next = SteppedValue.next(after: row, up: true) { ["default", "hig"] }
      switch key.setting.kind {
      case .days, .categories: #expect(next == nil)
      case .theme where !key.isTheme: #expect(next == nil)
      default:
        let text = try #require(next, "\(key)")
        #expect((try? SetPreference.read(text, for: key, current: row.value)) != nil, "\(key) \(text)")
      }
    }
  }

  @Test func `a deadband that is not set has no next value, and one that is set steps`() throws {
    let key = try PreferenceKey.spelled("device.pad.deadband")
    func next(_ stack: PreferenceStack, up: Bool) -> String? {
      SteppedValue.next(after: PreferenceRow(key, in: stack), up: up) { [] }
    }
    #expect(next(PreferenceStack(), up: false) == nil)
    let folder = try TestFolder()
    try folder.write("[device.pad]\ndeadband = \"10%\"\n", to: "hapticd.toml")
    let stack = PreferenceStack.load(in: [folder.path])
    #expect(next(stack, up: false) == "-1%" && next(stack, up: true) == "+1%")
  }

  @Test func `a step of a deadband that is not set changes nothing, and says how to set it`() throws {
    let program = try start()
    #expect(terminal.shows("whether haptics are on"))
    terminal.type("\u{1b}[F")
    #expect(terminal.shows("the drive below which"))
    terminal.type("\u{1b}[D")
    #expect(terminal.shows("has no next value; Enter to type one"))
    terminal.type("q")
    #expect(terminal.status(of: program) == 0)
    #expect(text == "")
  }

  @Test func `a line is edited at its cursor`() {
    var line = LineEditor("60%")
    for key in [.left, .backspace, .character("5"), .home, .delete, .character("9"), .other] as [TerminalKeys.Key] {
      _ = line.handle(key)
    }
    #expect(line.text == "95%" && line.shown(columns: 10) == "9_5%")
    #expect(line.shown(columns: 2).count == 2 && line.shown(columns: 0) == "")
    for _ in 0..<2000 { _ = line.handle(.character("x")) }
    #expect(line.text.utf8.count == 1000)
  }
}
