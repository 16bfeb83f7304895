import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import HapticThemes

/// An invalid entry affects only itself, and is reported with its position.
@Suite struct BrokenThemeTests {
  let folder: ThemesFolder

  init() throws {
    folder = try ThemesFolder()
    try folder.write("mine/t.ahap", tapFile(0.25))
  }

  /// Loads a theme with these lines between two valid ones, which must stay in force.
  private func warnings(_ lines: String...) throws -> [String] {
    let good = (#"{ "Name": "first", "Pattern": "t.ahap" }"#, #"{ "Name": "last", "Pattern": "t.ahap" }"#)
    try folder.write(
      "mine/theme.json",
      "{ \"Feedbacks\": [\n" + ([good.0] + lines + [good.1]).joined(separator: ",\n") + "\n] }")
    let theme = try folder.load()
    for name in ["first", "last"] as [ShortName] { #expect(theme[name]?.patternName == "t") }
    #expect(theme.feedbacks.count >= Theme.standard.feedbacks.count + 2)
    for name in ["tap", "like", "success"] as [ShortName] { #expect(theme[name] == Theme.standard[name]) }
    return theme.warnings.map { $0.description.replacingOccurrences(of: folder.path + "/", with: "") }
  }

  private let table = "mine/theme.json:3"

  @Test func `a pattern outside of the folder is not read`() throws {
    try folder.write("secret.ahap", tapFile(1))
    let paths = [
      "../secret.ahap", "\(folder.path)/secret.ahap", "a/../../secret.ahap", "..", ".", "", "sub/t.ahap",
      "t.ahap\\u0000",
    ]
    for path in paths {
      let found = try warnings(#"{ "Name": "tap", "Pattern": "\#(path)" }"#)
      #expect(found.count == 1, "\(path): \(found)")
      #expect(
        found.contains {
          $0.hasPrefix("\(table):29: Feedbacks[1].Pattern: ") && $0.contains("not a file in the folder of")
        })
    }
  }

  @Test func `a missing pattern file is reported at its line, and the parent's pattern plays`() throws {
    #expect(
      try warnings(#"{ "Name": "tap", "Pattern": "gone.ahap" }"#) == [
        "\(table):29: Feedbacks[1].Pattern: there is no file \"gone.ahap\"; put it into the folder of theme.json"
      ])
  }

  @Test func `an error in a pattern file is reported with its file, line and column`() throws {
    try folder.write("mine/broken.ahap", "{ \"Version\": 1,\n  \"Pattern\": [ {] }")
    let found = try warnings(#"{ "Name": "tap", "Pattern": "broken.ahap" }"#)
    #expect(found.count == 1 && found[0].hasPrefix("mine/broken.ahap:2:17: "), "\(found)")
  }

  @Test func `a pattern that is read with a warning is used`() throws {
    try folder.write("mine/odd.ahap", tapFile(4.5))
    let found = try warnings(#"{ "Name": "knock", "Pattern": "odd.ahap" }"#)
    #expect(found.count == 1 && found[0].contains("out of range"))
    #expect(try folder.load().vocabulary["knock"]?.pattern.events.first?.intensity == 1)
  }

  @Test func `a broken pattern gives way to the fallback beside it`() throws {
    _ = try warnings(#"{ "Name": "tap2", "Pattern": "gone.ahap", "Fallback": "success" }"#)
    let themed = try #require(try folder.load()["tap2"])
    #expect(themed.patternName == "success" && themed.chain == ["success"] && themed.isFallback)
  }

  @Test func `fallbacks in a circle are refused, with the circle`() throws {
    let found = try warnings(
      #"{ "Name": "a", "Fallback": "b" }"#, #"{ "Name": "b", "Fallback": "c" }"#, #"{ "Name": "c", "Fallback": "a" }"#)
    #expect(
      found.contains(
        "mine/theme.json:5:28: Feedbacks[3].Fallback: a circle: a -> b -> c -> a; ignored; "
          + "give one of them a pattern"), "\(found)")
    #expect(found.allSatisfy { $0.contains("Fallback") })
    let theme = try folder.load()
    for name in ["a", "b", "c"] as [ShortName] { #expect(theme[name] == nil) }
  }

  @Test func `a circle with the parent's names is broken by the parent's pattern`() throws {
    try folder.write(
      "default/theme.json",
      HapticThemesTests.table(#"{ "Name": "impact.light", "Fallback": "tap" }"#))
    let theme = try folder.load("default")
    #expect(theme["impact.light"]?.patternName == "impact-light")
    #expect(theme["tap"]?.patternName == "impact-light")
    #expect(theme.warnings.count == 1)
  }

  @Test func `a feedback that falls back to a name in a circle keeps the parent's pattern`() throws {
    let found = try warnings(
      #"{ "Name": "a", "Fallback": "b" }"#, #"{ "Name": "b", "Fallback": "a" }"#,
      #"{ "Name": "c", "Pattern": "gone.ahap", "Fallback": "a" }"#, #"{ "Name": "like", "Fallback": "c" }"#)
    #expect(found.count == 2, "\(found)")
    #expect(try folder.load()["c"] == nil)
    #expect(try folder.load()["like"]?.patternName == "impact-light")
  }

  @Test func `a name that falls back upon itself is refused`() throws {
    let found = try warnings(#"{ "Name": "a", "Fallback": "a" }"#)
    #expect(found.count == 1 && found[0].contains("a circle: a -> a"), "\(found)")
  }

  @Test func `a fallback to an unknown feedback is refused`() throws {
    #expect(
      try warnings(#"{ "Name": "a", "Fallback": "nothing" }"#) == [
        "\(table):28: Feedbacks[1].Fallback: unknown feedback nothing; ignored; "
          + "write a name that the theme or its parents have"
      ])
  }

  @Test func `an unknown category is ignored, and the nearest one is suggested`() throws {
    #expect(
      try warnings(#"{ "Name": "a", "Category": "tuoch", "Pattern": "t.ahap" }"#) == [
        "\(table):28: Feedbacks[1].Category: \"tuoch\" is not a category; ignored; did you mean touch?"
      ])
    #expect(try folder.load()["a"]?.feedback.category == .touch)
  }

  @Test func `entries that are empty, contradictory or repeated are reported`() throws {
    let found = try warnings(
      #"{ "Name": "empty" }"#, #"{ "Pattern": "t.ahap" }"#, "7",
      #"{ "Name": "both", "Pattern": "t.ahap", "Silent": true }"#,
      #"{ "Name": "twice", "Fallback": "tap" }"#, #"{ "Name": "twice", "Fallback": "success" }"#,
      #"{ "Name": "typo", "Pattern": "t.ahap", "Fallbak": "tap" }"#)
    #expect(found.contains { $0.contains("empty has nothing to play") })
    #expect(found.contains { $0.contains("no Name; ignored") })
    #expect(found.contains { $0.contains("found a number; expected an object") })
    #expect(found.contains { $0.contains("nothing is played") })
    #expect(found.contains { $0.contains("a duplicate twice") })
    #expect(found.contains { $0.contains("did you mean Fallback?") })
    #expect(found.count == 6)
    let theme = try folder.load()
    #expect(theme["both"]?.isSilent == true)
    #expect(theme["twice"]?.patternName == "success")
    #expect(theme["typo"]?.patternName == "t")
  }

  @Test(arguments: ["\"\"", "7", "\"\(String(repeating: "x", count: 49))\"", "\"a\\u0000b\""])
  func `an invalid name is refused, and reported once`(name: String) throws {
    #expect(try warnings(#"{ "Name": \#(name), "Fallback": "tap" }"#).count == 1)
  }

  // MARK: Parents

  @Test func `a circle of parents is refused, and the theme extends default`() throws {
    try folder.write("a/theme.json", HapticThemesTests.table(#"{ "Name": "x", "Fallback": "tap" }"#, parent: "b"))
    try folder.write("b/theme.json", HapticThemesTests.table(#"{ "Name": "y", "Fallback": "tap" }"#, parent: "a"))
    let theme = try folder.load("a")
    #expect(theme.lineage == ["a", "b", "default"])
    #expect(theme["x"]?.patternName == "impact-light" && theme["y"]?.patternName == "impact-light")
    #expect(
      theme.warnings.map(\.description) == [
        "\(folder.path)/b/theme.json:1:13: Parent: a theme cannot inherit from itself: a -> b -> a; ignored; "
          + "choose another parent"
      ])
  }

  @Test(arguments: ["b", "missing", "../default", ""])
  func `an invalid parent is ignored with a warning`(parent: String) throws {
    try folder.write("b/theme.json", HapticThemesTests.table(#"{ "Name": "y", "Fallback": "tap" }"#, parent: parent))
    let theme = try folder.load("b")
    #expect(theme.lineage == ["b", "default"])
    #expect(theme.warnings.count == 1 && theme.warnings[0].finding.key == "Parent")
  }

  @Test func `a folder for a theme of the program does not change its parent`() throws {
    try folder.write("default/theme.json", HapticThemesTests.table(parent: "hig"))
    let theme = try folder.load("default")
    #expect(theme.lineage == ["default"] && theme.feedbacks == Theme.standard.feedbacks)
    #expect(theme.warnings.map(\.finding.key) == ["Parent"])
  }

  @Test func `the number of ancestors of a theme is limited`() throws {
    for generation in 0..<20 {
      try folder.write("t\(generation)/theme.json", HapticThemesTests.table(parent: "t\(generation + 1)"))
    }
    let theme = try folder.load("t0")
    #expect(theme.lineage.count == ThemeLimits.ancestors + 2)
    #expect(theme.lineage.last == "default")
    #expect(theme.warnings.count == 1)
  }

  // MARK: Files

  @Test(arguments: ["{", "[]", "7", "{ \"Feedbacks\": 7 ", "\u{0}", "{ \"Feedbacks\": [] } more"])
  func `a theme.json that is not a table is refused with its line`(text: String) throws {
    try folder.write("mine/theme.json", text)
    let error = #expect(throws: ThemeError.self) { try folder.load() }
    guard case .refused(let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.count == 1 && findings[0].finding.line == 1)
    #expect(findings[0].description.hasPrefix("\(folder.path)/mine/theme.json:1:"))
  }

  @Test func `a folder or a pipe in place of a pattern file is refused without waiting`() throws {
    mkfifo("\(folder.path)/mine/pipe.ahap", 0o600)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/mine/folder.ahap", withIntermediateDirectories: true)
    let found = try warnings(
      #"{ "Name": "tap", "Pattern": "pipe.ahap" }"#, #"{ "Name": "like", "Pattern": "folder.ahap" }"#)
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.contains("not a regular file") })
  }

  @Test func `a file that is too large is not read`() throws {
    let padding = String(repeating: " ", count: 300_000)
    try folder.write("mine/large.ahap", tapFile(1) + padding)
    let found = try warnings(#"{ "Name": "tap", "Pattern": "large.ahap" }"#)
    #expect(found.count == 1 && found[0].hasPrefix("mine/large.ahap: larger than 65536 bytes"))
    try folder.write("mine/theme.json", "{}" + padding)
    let error = try #require(throws: ThemeError.self) { try folder.load() }
    #expect(error.description.hasSuffix("theme.json: larger than 131072 bytes; remove unused feedbacks"))
  }

  @Test func `a theme below a folder that cannot be read is not unknown`() throws {
    let themes = "\(folder.path)/loop"
    try FileManager.default.createSymbolicLink(atPath: themes, withDestinationPath: "loop")
    let error = try #require(throws: ThemeError.self) { try Theme.load("mine", searching: [themes]) }
    #expect(error.description.hasPrefix("\(themes)/mine/theme.json: cannot be read: "), "\(error)")
    // A built-in theme does not need the folder.
    #expect(try Theme.load("default", searching: [themes]).feedbacks == Theme.standard.feedbacks)
  }

  @Test func `the patterns of a theme are bounded together`() throws {
    let lines = try (0..<20).map { index in
      try folder.write("mine/l\(index).ahap", tapFile(1) + String(repeating: " ", count: 60_000))
      return #"{ "Name": "l\#(index)", "Pattern": "l\#(index).ahap" }"#
    }
    try folder.write("mine/theme.json", "{ \"Feedbacks\": [\n\(lines.joined(separator: ",\n"))\n] }")
    let theme = try folder.load()
    #expect(theme["l0"] != nil && theme["l7"] != nil && theme["l19"] == nil)
    #expect(theme.warnings.contains { $0.description.contains("too large") })
    #expect(theme["success"]?.patternName == "success")
  }

  @Test func `a table has a limited number of lines`() throws {
    let lines = (0...ThemeLimits.feedbacks).map { #"{ "Name": "n\#($0)", "Fallback": "tap" }"# }
    try folder.write("mine/theme.json", "{ \"Feedbacks\": [\n\(lines.joined(separator: ",\n"))\n] }")
    #expect(throws: ThemeError.self) { try folder.load() }
  }

  /// Writes a table with aliases.
  private func writeTable(_ theme: String, parent: String = "default", _ count: Int) throws {
    let lines = (0..<count).map { #"{ "Name": "\#(theme)\#($0)", "Fallback": "tap" }"# }
    let list = lines.joined(separator: ",\n")
    try folder.write("\(theme)/theme.json", "{ \"Parent\": \"\(parent)\", \"Feedbacks\": [\n\(list)\n] }")
  }

  @Test func `a theme and its parents have a limited number of feedbacks together`() throws {
    let room = ThemeLimits.feedbacks - Theme.standard.feedbacks.count
    try writeTable("mine", room)
    #expect(try folder.load().warnings == [])
    #expect(try folder.load().feedbacks.count == ThemeLimits.feedbacks)
    try writeTable("parent", room / 2)
    try writeTable("mine", parent: "parent", room - room / 2 + 1)
    let error = #expect(throws: ThemeError.self) { try folder.load() }
    let text = try #require(error).description
    #expect(
      text.contains("/mine/theme.json: the theme mine and its parents have \(ThemeLimits.feedbacks + 1) feedbacks"))
    #expect(text.contains("at most \(ThemeLimits.feedbacks)") && text.contains("remove unused feedbacks"))
  }

  @Test func `the tables of a theme and its parents have a limited size together`() throws {
    let space = String(repeating: " ", count: ThemeLimits.table.maximumBytes / 2)
    try folder.write("parent/theme.json", "{ \"Feedbacks\": [] }" + space)
    try folder.write("mine/theme.json", "{ \"Parent\": \"parent\", \"Feedbacks\": [] }" + space)
    let theme = try folder.load()
    #expect(theme.hasBrokenTable)
    #expect(theme.warnings.contains { $0.description.contains("more than \(ThemeLimits.table.maximumBytes) bytes") })
  }

  @Test func `an endless pattern is refused as a feedback`() throws {
    let endless =
      #"{ "Version": 1, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticContinuous", "EventDuration": 0, "EventParameters": [] } } ] }"#
    try folder.write("mine/endless.ahap", endless)
    let found = try warnings(#"{ "Name": "tap", "Pattern": "endless.ahap" }"#)
    #expect(found.count == 1 && found[0].contains("lasts longer than 60 s"), "\(found)")
  }

  @Test func `an empty pattern is reported, with Silent as the remedy`() throws {
    try folder.write("mine/nothing.ahap", #"{ "Version": 1, "Pattern": [] }"#)
    let found = try warnings(#"{ "Name": "a", "Pattern": "nothing.ahap" }"#)
    #expect(found.count == 1 && found[0].contains("Silent"))
  }
}
