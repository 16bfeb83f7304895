import EventLoop
import Glibc
import HapticPatterns
import HapticSystem
import HapticThemes
import TestSupport
import Testing

@testable import DaemonAssembly

/// The theme of a running daemon while its files change.
@Suite struct ThemeInForceTests {
  private let folder: ThemesFolder
  private let loop: EventLoop

  init() throws {
    folder = try ThemesFolder()
    loop = try EventLoop()
  }

  private func themes(_ wanted: String?) throws -> DaemonAssembly.Themes {
    DaemonAssembly.Themes(wanted, in: [folder.path], loop: loop, log: .silent)
  }

  private func writeTheme(_ name: String, parent: String? = nil, tap intensity: Double) throws {
    try folder.write("\(name)/tap.ahap", tapFile(intensity))
    let parent = parent.map { "\"Parent\": \"\($0)\", " } ?? ""
    let row = "{ \"Name\": \"tap\", \"Category\": \"touch\", \"Pattern\": \"tap.ahap\" }"
    try folder.write("\(name)/theme.json", "{ \"Name\": \"\(name)\", \(parent)\"Feedbacks\": [ \(row) ] }")
  }

  private func tap(_ theme: Theme) -> Intensity? { theme["tap"]?.feedback.pattern.events.first?.intensity }

  /// Runs the loop until a condition holds.
  private func wait(until holds: () -> Bool) throws -> Bool {
    let deadline = Instant.now + TestWait.limit
    while !holds(), Instant.now < deadline { _ = try loop.runOnce(timeout: .milliseconds(20)) }
    return holds()
  }

  /// Reads the files, and runs the loop until they are in force.
  private func reload(_ themes: DaemonAssembly.Themes) throws {
    var isDone = false
    themes.reload { isDone = true }
    #expect(!isDone)
    #expect(try wait { isDone })
  }

  @Test func `a theme that is chosen is read by a thread, the former one stays in force until then`() throws {
    try writeTheme("mine", tap: 0.25)
    try writeTheme("other", tap: 0.5)
    let themes = try themes("mine")
    themes.choose("other")
    #expect(tap(themes.current) == 0.25)
    #expect(try wait { tap(themes.current) == 0.5 })
  }

  @Test func `the second of two themes that are chosen at once is in force, and the first never is`() throws {
    for name in ["first", "second"] { try writeTheme(name, tap: name == "first" ? 0.25 : 0.5) }
    let themes = try themes(nil)
    var told: [ShortName] = []
    themes.onChange = { told.append($0.name) }
    themes.choose("first")
    themes.choose("second")
    try reload(themes)
    #expect(told == ["second"])
  }

  @Test func `a change to a theme with another name and the same feedbacks is reported`() throws {
    for name in ["first", "second"] { try folder.write("\(name)/theme.json", "{ \"Feedbacks\": [] }") }
    let themes = try themes("first")
    var told: [ShortName] = []
    themes.onChange = { told.append($0.name) }
    themes.choose("second")
    try reload(themes)
    #expect(told == ["second"] && themes.current.name == "second")
  }

  @Test func `files that nest as deeply as they can do not end the daemon`() throws {
    let deep = String(repeating: "[", count: 60_000)
    try writeTheme("mine", tap: 0.25)
    let themes = try themes("mine")
    for text in [deep, "{ \"Pattern\": " + deep, String(repeating: "{\"a\":", count: 10_000)] {
      try folder.write("mine/tap.ahap", text)
      try reload(themes)
      try folder.write("mine/theme.json", text)
      try reload(themes)
    }
    try writeTheme("mine", tap: 0.5)
    #expect(try wait { tap(themes.current) == 0.5 })
  }

  @Test func `a theme applies as soon as it is saved, also a new one`() throws {
    let themes = try themes("mine")
    #expect(themes.current.name == Theme.standardName)
    var told: [ShortName] = []
    themes.onChange = { told.append($0.name) }
    try writeTheme("mine", tap: 0.25)
    #expect(try wait { tap(themes.current) == 0.25 })
    try folder.write("mine/tap.ahap", tapFile(0.5))
    #expect(try wait { tap(themes.current) == 0.5 })
    #expect(told.last == "mine" && told.count >= 2)
  }

  @Test func `a saved theme applies at a reload`() throws {
    let themes = try themes("mine")
    var told = 0
    themes.onChange = { _ in told += 1 }
    try writeTheme("mine", tap: 0.25)
    try reload(themes)
    #expect(tap(themes.current) == 0.25 && told == 1)
    try reload(themes)
    #expect(told == 1)
    try folder.write("mine/tap.ahap", tapFile(0.5))
    #expect(try wait { tap(themes.current) == 0.5 })
  }

  @Test func `parents of a theme that is chosen are watched`() throws {
    try writeTheme("parent", tap: 0.25)
    try folder.write("child/theme.json", "{ \"Name\": \"child\", \"Parent\": \"parent\", \"Feedbacks\": [] }")
    let themes = try themes(nil)
    themes.choose("child")
    #expect(try wait { tap(themes.current) == 0.25 })
    try folder.write("parent/tap.ahap", tapFile(0.75))
    #expect(try wait { tap(themes.current) == 0.75 })
  }

  @Test func `a parent whose table is broken is watched, though another theme stays in force`() throws {
    try writeTheme("parent", tap: 0.25)
    try folder.write("child/theme.json", "{ \"Name\": \"child\", \"Parent\": \"parent\", \"Feedbacks\": [] }")
    try folder.write("parent/theme.json", "{ \"Name\": ")
    let themes = try themes(nil)
    themes.choose("child")
    try reload(themes)
    #expect(themes.current.name == Theme.standardName)
    try writeTheme("parent", tap: 0.5)
    #expect(try wait { themes.current.name == "child" && tap(themes.current) == 0.5 })
  }

  @Test func `a theme that cannot be loaded leaves the one before in force`() throws {
    try writeTheme("mine", tap: 0.25)
    let themes = try themes("mine")
    #expect(tap(themes.current) == 0.25)
    themes.choose("other")
    try reload(themes)
    #expect(themes.current.name == "mine")
    try writeTheme("other", tap: 0.5)
    #expect(try wait { themes.current.name == "other" && tap(themes.current) == 0.5 })
  }

  private func link(_ name: String, to target: String) throws {
    #expect(symlink(target, "\(folder.path)/new-link") == 0)
    #expect(rename("\(folder.path)/new-link", "\(folder.path)/\(name)") == 0)
  }

  @Test func `linked pattern files and linked theme folders apply`() throws {
    try writeTheme("store/1", tap: 0.25)
    try writeTheme("store/2", tap: 0.5)
    try link("mine", to: "store/1")
    let themes = try themes("mine")
    #expect(tap(themes.current) == 0.25)
    try link("mine", to: "store/2")
    #expect(try wait { tap(themes.current) == 0.5 })
    try folder.write("dotfiles/tap.ahap", tapFile(0.75))
    try link("store/2/tap.ahap", to: "../../dotfiles/tap.ahap")
    #expect(try wait { tap(themes.current) == 0.75 })
    try folder.write("dotfiles/tap.ahap", tapFile(1))
    #expect(try wait { tap(themes.current) == 1 })
  }
}
