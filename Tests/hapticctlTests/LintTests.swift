import Foundation
import HapticSystem
import TestSupport
import Testing

@testable import HapticControl

/// `lint` with themes and settings files.
@Suite struct LintTests {
  private let folder = try! TestFolder()

  private func lint(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let result = try Program("hapticctl", ["lint"] + arguments, socket: "/nonexistent").result()
    return (
      result.status, result.output.replacingOccurrences(of: folder.path, with: ""),
      result.errors.replacingOccurrences(of: folder.path, with: "")
    )
  }

  private static let tap =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[]}}]}"#

  @Test func `a theme is checked with its table and its patterns`() throws {
    try folder.write(
      """
      { "Name": "other", "Feedbcks": [], "Feedbacks": [
        { "Name": "tap", "Pattern": "tap.ahap" },
        { "Name": "gone", "Pattern": "gone.ahap" },
        { "Name": "broken", "Pattern": "broken.ahap", "Fallback": "tap" },
        { "Name": "odd", "Fallback": "nowhere" },
        { "Name": "kind", "Category": "tuch", "Fallback": "tap" }
      ] }
      """, to: "mine/theme.json")
    try folder.write(Self.tap, to: "mine/tap.ahap")
    try folder.write("{\n \"Pattern\": [\n", to: "mine/broken.ahap")
    for path in [folder.path(of: "mine"), folder.path(of: "mine/"), folder.path(of: "mine/theme.json")] {
      let result = try lint(path)
      #expect(result.status == 1)
      let lines = result.output.split(separator: "\n").map(String.init)
      func line(_ words: String) -> String? { lines.first { $0.contains(words) } }
      #expect(line("other")?.hasPrefix("/mine/theme.json:1:11: warning: Name: ") == true, "\(result.output)")
      #expect(line("Feedbcks")?.hasPrefix("/mine/theme.json:1:") == true)
      #expect(line("gone.ahap")?.hasPrefix("/mine/theme.json:3:") == true)
      #expect(line("nowhere")?.hasPrefix("/mine/theme.json:5:") == true)
      #expect(line("tuch")?.contains("did you mean touch?") == true)
      #expect(line("broken.ahap:")?.hasPrefix("/mine/broken.ahap:3:1: error: ") == true)
      #expect(lines.count { $0.contains("broken.ahap:") } == 1)
      #expect(lines.last?.hasPrefix("3 files, 1 error, ") == true)
      #expect(lines.dropLast().allSatisfy { $0.contains("; ") })
    }
  }

  @Test func `a theme without mistakes has no findings, and is found in the current folder`() throws {
    try folder.write(#"{ "Feedbacks": [ { "Name": "tap", "Pattern": "tap.ahap" } ] }"#, to: "mine/theme.json")
    try folder.write(Self.tap, to: "mine/tap.ahap")
    #expect(try lint(folder.path(of: "mine")) == (0, "2 files, no findings\n", ""))
    let here = try Program(
      "/bin/sh", ["-c", "cd \(folder.path(of: "mine")) && \(Program.folder.path)/hapticctl lint theme.json ."],
      socket: "/nonexistent"
    ).result()
    #expect(here.status == 0 && here.output == "4 files, no findings\n", "\(here)")
  }

  @Test func `a table that is no JSON, or no table, is an error with its place`() throws {
    for (text, place) in [("{ \"Feedbacks\": [\n", "2:1"), ("[1, 2]", "1:1"), ("", "1:1")] {
      try folder.write(text, to: "mine/theme.json")
      let result = try lint(folder.path(of: "mine/theme.json"))
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("/mine/theme.json:\(place): error: "), "\(result.output)")
    }
  }

  @Test func `a theme of feedbackd is a pattern file, and an ordinary folder is refused`() throws {
    try folder.write(
      #"{"name":"x","profiles":[{"name":"quiet","feedbacks":[{"event-name":"b","type":"VibraRumble","duration":9}]}]}"#,
      to: "other/theme.json")
    #expect(try lint(folder.path(of: "other/theme.json#b")).status == 0)
    #expect(try !lint(folder.path(of: "other/theme.json")).output.contains("Feedbacks"))
    try folder.makeFolder("empty")
    let refused = try lint(folder.path(of: "empty"))
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "hapticctl: cannot read /empty (a folder without theme.json); expected readable files, or folders with theme.json\n"
    )
  }

  @Test func `a file that cannot be read has its reason`() throws {
    let missing = try lint(folder.path(of: "none.ahap"))
    #expect(missing.status == 2 && missing.errors.contains("/none.ahap (No such file or directory (2))"))
    #expect(LintFiles.words(for: .permissionDenied, at: "/x") == "/x (Permission denied (13))")
  }

  @Test func `an unreadable file in a theme is an obstacle, and is named once`() throws {
    try folder.write(#"{ "Feedbacks": [ { "Name": "tap", "Pattern": "tap.ahap" } ] }"#, to: "mine/theme.json")
    // Its bytes cannot be read, also not by root, who may run the tests.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "mine/tap.ahap"), withDestinationPath: "/proc/self/mem")
    let result = try lint(folder.path(of: "mine"))
    #expect(result.status == 2 && result.output == "1 file, no findings\n", "\(result)")
    #expect(
      result.errors
        == "hapticctl: cannot read /mine/tap.ahap (Input/output error (5)); "
        + "expected readable files, or folders with theme.json\n"
    )
    try folder.write("{\n \"Pattern\": [\n", to: "mine/broken.ahap")
    let both = try lint(folder.path(of: "mine"), folder.path(of: "none.ahap"))
    #expect(both.status == 2 && both.output.hasSuffix("2 files, 1 error\n"), "\(both)")
    #expect(both.errors.contains("cannot read /none.ahap (No such file or directory (2)), /mine/tap.ahap (Input"))
  }

  @Test(arguments: ["mem.ahap", "mem.toml"]) func `a file whose bytes cannot be read is an obstacle`(name: String)
    throws
  {
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: name), withDestinationPath: "/proc/self/mem")
    let result = try lint(folder.path(of: name))
    #expect(result.status == 2 && result.output == "0 files, no findings\n", "\(result)")
    #expect(result.errors.hasPrefix("hapticctl: cannot read /\(name) (Input/output error (5)); "))
  }

  @Test(arguments: [
    ("a.ahap", tap), ("b.json", "[20, 50, 20]"),
    ("c.xml", "<vibration-effect><predefined-effect name=\"click\"/></vibration-effect>"),
  ]) func `a part of a file without parts is an error`(name: String, text: String) throws {
    try folder.write(text, to: name)
    #expect(try lint(folder.path(of: name)).status == 0)
    let part = try lint(folder.path(of: name) + "#x")
    #expect(part.status == 1 && part.output.contains("leave out the # and the name"), "\(part)")
  }

  @Test func `a theme of feedbackd is checked whole`() throws {
    let vibrations = (1...12).map { #"{"event-name":"e\#($0)","type":"VibraRumble","duration":200}"# }
    func write(_ more: String...) throws {
      let all = (vibrations + more).joined(separator: ",\n")
      try folder.write(#"{"name":"x","profiles":[{"name":"quiet","feedbacks":[\#(all)]}]}"#, to: "default.json")
    }
    let path = folder.path(of: "default.json")
    try write()
    #expect(try lint(path) == (0, "1 file, no findings\n", ""))
    try write(
      #"{"event-name":"light","type":"Led","color":"puce"}"#, #"{"event-name":"x","type":"VibraRumble","count":0}"#,
      #"{"event-name":"silent","type":"VibraPattern","magnitudes":[0],"durations":[100]}"#)
    let lines = try lint(path).output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("/default.json:13:") && $0.contains("unknown color") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("/default.json:14:") && $0.contains("out of range") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("/default.json:15:") && $0.contains("no events") }, "\(lines)")
    #expect(lines.last == "1 file, 3 warnings")
  }

  @Test func `a settings file is checked by the rules of the daemon`() throws {
    try folder.write("enabled = maybe\n", to: "hapticd.toml")
    let broken = try lint(folder.path(of: "hapticd.toml"))
    #expect(broken.status == 1 && broken.output.hasPrefix("/hapticd.toml:1:11: error: invalid TOML: "))
    try folder.write("[touch]\nstrenght = 1\n", to: "50-x.toml")
    let odd = try lint(folder.path(of: "50-x.toml"))
    #expect(
      odd == (
        0, "/50-x.toml:2:1: warning: touch.strenght: unknown key, ignored; did you mean strength?\n1 file, 1 warning\n",
        ""
      ))
    #expect(try lint("--strict", folder.path(of: "50-x.toml")).status == 1)
  }
}
