import Foundation
import HapticPatterns
import HapticPreferences
import Testing

@testable import PreferenceFiles

@Suite struct FileTests {
  @Test(arguments: [
    ("a", "f:1:2: invalid TOML: Error while parsing key-value pair"),
    ("touch = [", "f:1:10: invalid TOML: "),
    (
      "enabled = yes",
      "f:1:11: invalid TOML: Error while parsing value: could not determine value type; put words into quo"
    ),
    (
      "\n[touch]\nstrength = 60%",
      "f:3:14: invalid TOML: Error while parsing decimal integer: expected digit, saw '%'; wri"
    ),
    (
      "a = 1\na = 2",
      "f:2:5: invalid TOML: Error while parsing key-value pair: cannot redefine existing integer 'a'; set"
    ),
    ("[quiet-hours]\nfrom = 22:00\n", "write the time as a string: \"22:00\""),
    ("a = \"\u{1}\"", "f:1:6: invalid TOML: "),
    ("# \u{1}", "; remove the control character"),
    ("# a\rb = 1", "; end the line with a line feed; a carriage return alone is no line end"),
    ("a = \"b\n\"", "; close the quotation marks on the same line"),
    ("# \u{0}", "f:1:3: invalid NUL character; save the file as UTF-8 text"),
    ("touch = 5", "f:1:1: touch: found a whole number; expected a table; write [touch] and the keys below it"),
    ("[touch]\n[[app]]", "f:2:3: app: found an array; expected a table; write [app.\"NAME\"] and the keys below it"),
    ("[app]\n\"x.y\" = 5", "f:2:1: app.x.y: found a whole number; expected a table"),
    ("[device.\"\"]", "f:1:9: device: empty name; write the name"),
  ])
  func `a syntax error has its line and column`(text: String, expected: String) {
    let file = PreferenceFile(text)
    #expect(file.isRefused && file.assignments.isEmpty)
    #expect(file.lines.count == 1 && file.lines[0].contains(expected), "\(file.lines)")
  }

  @Test func `text that is not UTF-8 is refused with its line`() {
    let file = PreferenceFile(Array("# a\ntheme = \"".utf8) + [0xff, 0x22])
    #expect(file.lines == ["f:2:1: line is not UTF-8; save the file as UTF-8"])
  }

  @Test func `files, lines and nesting have limits`() {
    func say(_ bytes: [UInt8]) -> String { PreferenceFile(bytes).lines.first ?? "" }
    #expect(say([UInt8](repeating: 0x20, count: 262_145)).hasPrefix("f: file larger than 262144 bytes"))
    #expect(PreferenceFile(Array(repeatElement(Array("# \n".utf8), count: 80_000).joined())).findings.isEmpty)
    let dots = Array(repeatElement("a", count: 100_000).joined(separator: ".").utf8)
    #expect(say(dots) == "f:1:1: line longer than 1024 bytes; split it into several lines")
    #expect(say([UInt8](repeating: 0x5b, count: 1000)).hasPrefix("f:1:"))
    let longest = "# " + String(repeating: "x", count: 1022)
    #expect(PreferenceFile(longest + "\n" + longest).findings.isEmpty)
  }

  @Test func `keys nested as deeply as a line allows do not overflow the stack`() {
    let dots = Array(repeatElement("a", count: 500).joined(separator: "."))
    #expect(PreferenceFile("[\(String(dots))]\n\(String(dots)) = [{ b =\n").isRefused)
    let deep = "[x.\(String(dots))]\n\(String(dots)) = [{b = 1}]"
    #expect(
      PreferenceFile(deep).lines == [
        "f:1:2: x: unknown table, ignored; hapticd.toml(5) lists the known ones"
      ])
  }

  @Test func `unknown keys are reported with the nearest one, and the others apply`() {
    let file = PreferenceFile(
      """
      enabeld = false
      profile = "quiet"
      zzz = 1
      [tuch]
      strength = 5
      [touch]
      strenght = 5
      rate = 3
      [app."a.b"]
      impotant = true
      [wholly.other]
      """)
    #expect(
      file.lines == [
        "f:1:1: enabeld: unknown key, ignored; did you mean enabled?",
        "f:3:1: zzz: unknown key, ignored; hapticd.toml(5) lists the known ones",
        "f:4:2: tuch: unknown table, ignored; did you mean touch?",
        "f:7:1: touch.strenght: unknown key, ignored; did you mean strength?",
        "f:10:1: app.a.b.impotant: unknown key, ignored; did you mean important?",
        "f:11:2: wholly: unknown table, ignored; hapticd.toml(5) lists the known ones",
      ])
    #expect(!file.isRefused)
    #expect(
      file.preferences
        == preferences {
          $0.profile = .quiet
          $0[.touch].rate.perSecond = 3
        })
  }

  @Test func `an id without quotation marks is reported with the correct form`() {
    let file = PreferenceFile("[app.org.example.Game]\nstrength = 5\n[app.org.example.Other]\n[app.x]\nstrength = 7")
    #expect(file.lines.count == 1)
    #expect(
      file.lines[0]
        == "f:1:10: app.org.example.Game: missing quotation marks around a name with dots; the table is ignored; "
        + "write [app.\"org.example.Game\"]")
    #expect(file.preferences.applications.keys.sorted { "\($0)" < "\($1)" } == ["x"])
  }

  @Test func `names that are too long are cut, with a warning`() {
    let name = String(repeating: "ä", count: 30)
    let file = PreferenceFile("[device.\"\(name)\"]\nenabled = false")
    #expect(file.lines.count == 1 && file.lines[0].contains("name longer than 48 bytes"))
    #expect(file.preferences.devices[ShortName(truncating: name)]?.isEnabled == false)
  }

  @Test func `a table of an application with a long id applies to that application`() throws {
    let id = "org." + String(repeating: "x", count: 45)
    let name = try #require(ShortName("org." + String(repeating: "x", count: 27) + "~16f42486bf8a027e"))
    let file = PreferenceFile("[app.\"\(id)\"]\nstrength = 0")
    #expect(file.lines == [] && file.preferences.applications[name]?.strength == Intensity.none)
  }

  @Test func `the number of applications and devices in a file is limited`() {
    func text(_ table: String, _ count: Int) -> String { (0..<count).map { "[\(table).a\($0)]\n" }.joined() }
    #expect(PreferenceFile(text("app", 1024)).findings.isEmpty)
    #expect(PreferenceFile(text("app", 1025)).lines[0].contains("f:1025:6: app: more than 1024 tables"))
    #expect(PreferenceFile(text("device", 256)).findings.isEmpty)
    #expect(PreferenceFile(text("device", 257)).lines[0].contains("device: more than 256 tables"))
  }

  @Test func `the number of warnings for a file is limited`() {
    let file = PreferenceFile((0..<50).map { "zzzzz\($0) = 1\n" }.joined())
    #expect(file.findings.count == 21)
    #expect(file.lines[20] == "f: 30 more not shown; fix the others first")
  }

  @Test func `messages about a file contain no control characters`() {
    let file = PreferenceFile("\"\\u001b[2J\" = 1\n[app.\"\\u001b[2J\"]\nstrength = \"\\u202e\"")
    for line in file.lines { #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }) }
    #expect(!file.lines.isEmpty)
  }

  @Test(arguments: ["", "\n", "# only words\n", "\u{feff}enabled = true\r\n[touch]\r\n"])
  func `an empty or nearly empty file is valid`(text: String) { #expect(PreferenceFile(text).findings.isEmpty) }
}
