import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import HapticThemes

@Suite struct LoadingTests {
  let folder: ThemesFolder

  init() throws { folder = try ThemesFolder() }

  private func intensity(_ name: ShortName, in theme: Theme) -> Double? {
    theme.vocabulary[name]?.pattern.events.first?.intensity.rawValue
  }

  // MARK: Overriding

  @Test func `a folder changes one feedback of the theme default, and nothing else`() throws {
    try folder.write("default/theme.json", table(#"{ "Name": "tap", "Pattern": "mine.ahap" }"#))
    try folder.write("default/mine.ahap", tapFile(0.25))
    let theme = try folder.load("default")
    #expect(theme.warnings == [])
    #expect(intensity("tap", in: theme) == 0.25)
    #expect(theme["tap"]?.patternName == "mine")
    #expect(theme["tap"]?.chain == [])
    #expect(theme["tap"]?.feedback.category == .touch)
    #expect(theme.feedbacks.map(\.feedback.name) == Theme.standard.feedbacks.map(\.feedback.name))
    let others = theme.feedbacks.filter { $0.feedback.name != "tap" }
    #expect(others == Theme.standard.feedbacks.filter { $0.feedback.name != "tap" })
  }

  @Test func `a fallback changes with the pattern that it plays`() throws {
    try folder.write("default/theme.json", table(#"{ "Name": "impact.light", "Pattern": "mine.ahap" }"#))
    try folder.write("default/mine.ahap", tapFile(0.25))
    let theme = try folder.load("default")
    #expect(intensity("tap", in: theme) == 0.25)
    #expect(intensity("message-sent-instant", in: theme) == 0.25)
    #expect(theme["message-sent-instant"]?.chain == ["message-sent", "impact.light"])
    #expect(theme["message-sent-instant"]?.isFallback == true)
  }

  @Test func `a user's theme extends the theme default, and its new names come last`() throws {
    try folder.write(
      "mine/theme.json",
      table(
        #"{ "Name": "doorbell", "Category": "notification", "Pattern": "ring.ahap" }"#,
        #"{ "Name": "like", "Silent": true }"#, #"{ "Name": "undo", "Fallback": "doorbell" }"#))
    try folder.write("mine/ring.ahap", tapFile(0.9))
    let theme = try folder.load()
    #expect(theme.warnings == [])
    #expect(theme.name == "mine" && theme.lineage == ["mine", "default"])
    #expect(theme.feedbacks.last?.feedback.name == "doorbell")
    #expect(theme["doorbell"]?.theme == "mine")
    #expect(theme["doorbell"]?.feedback.category == .notification)
    #expect(theme["like"]?.isSilent == true && theme["like"]?.theme == "mine")
    #expect(intensity("undo", in: theme) == 0.9)
    #expect(theme["undo"]?.feedback.category == .touch)
    #expect(theme["success"] == Theme.standard["success"])
  }

  @Test func `a parent lies between a theme and default`() throws {
    try folder.write("mine/theme.json", table(#"{ "Name": "tap", "Pattern": "t.ahap" }"#, parent: "other"))
    try folder.write("mine/t.ahap", tapFile(0.1))
    try folder.write(
      "other/theme.json",
      table(
        #"{ "Name": "tap", "Pattern": "t.ahap" }"#, #"{ "Name": "like", "Pattern": "t.ahap" }"#, parent: "hig"))
    try folder.write("other/t.ahap", tapFile(0.2))
    let theme = try folder.load()
    #expect(theme.warnings == [])
    #expect(theme.lineage == ["mine", "other", "hig", "default"])
    #expect(intensity("tap", in: theme) == 0.1)
    #expect(intensity("like", in: theme) == 0.2)
    #expect(theme["success"]?.patternName == "hig-success" && theme["success"]?.theme == "hig")
    #expect(theme["thud"]?.theme == "default")
  }

  @Test func `a feedback of the first folder precedes that of later folders with the same theme`() throws {
    let second = try ThemesFolder()
    for (place, strength) in [(folder, 0.1), (second, 0.2)] {
      try place.write("mine/t.ahap", tapFile(strength))
    }
    try folder.write("mine/theme.json", table(#"{ "Name": "tap", "Pattern": "t.ahap" }"#))
    try second.write(
      "mine/theme.json",
      table(#"{ "Name": "tap", "Pattern": "t.ahap" }"#, #"{ "Name": "like", "Pattern": "t.ahap" }"#))
    let theme = try Theme.load("mine", searching: [folder.path, "/nowhere", second.path])
    #expect(intensity("tap", in: theme) == 0.1)
    #expect(intensity("like", in: theme) == 0.2)
  }

  @Test func `an entry without a member keeps the parent's value`() throws {
    try folder.write(
      "default/theme.json",
      table(#"{ "Name": "bell-terminal", "Category": "alarm" }"#, #"{ "Name": "success", "Pattern": "t.ahap" }"#))
    try folder.write("default/t.ahap", tapFile(0.5))
    let theme = try folder.load("default")
    #expect(theme.warnings == [])
    #expect(theme["bell-terminal"]?.feedback.category == .alarm)
    #expect(theme["bell-terminal"]?.patternName == "impact-medium")
    #expect(theme["success"]?.feedback.category == .touch)
  }

  @Test func `a theme can give a pattern to a silent feedback`() throws {
    try folder.write("default/theme.json", table(#"{ "Name": "unlike", "Fallback": "impact.soft" }"#))
    #expect(try folder.load("default")["unlike"]?.patternName == "impact-soft")
  }

  // MARK: Names of themes

  @Test(arguments: ["", ".", "..", "../default", "/etc", "a/b", ".hidden", String(repeating: "x", count: 49), "a\0b"])
  func `a theme's name cannot lead out of the search folders`(name: String) {
    #expect(throws: ThemeError.invalidName(name)) { try Theme.load(name, searching: ["/"]) }
  }

  @Test func `an unknown theme is refused with the place to make it, and with the others`() throws {
    try folder.write("other/theme.json", table(""))
    let error = #expect(throws: ThemeError.unknown("mine", searched: [folder.path])) { try folder.load() }
    #expect(error?.description.contains(folder.path) == true)
    #expect(error?.description.hasSuffix("or use one of default, hig, other") == true)
  }

  // MARK: Reloading

  @Test func `a pattern with a new mistake keeps its former version until it is corrected`() throws {
    try folder.write("mine/theme.json", table(#"{ "Name": "tap", "Pattern": "t.ahap" }"#))
    try folder.write("mine/t.ahap", tapFile(0.25))
    let first = try folder.load()
    try folder.write("mine/t.ahap", "{ \"Pattern\": [")
    let second = try folder.load(keeping: first)
    #expect(intensity("tap", in: second) == 0.25)
    #expect(second.warnings.map(\.file) == ["\(folder.path)/mine/t.ahap"])
    #expect(intensity("tap", in: try folder.load(keeping: second)) == 0.25)
    #expect(intensity("tap", in: try folder.load()) == 0.5)
    try folder.write("mine/t.ahap", tapFile(0.3))
    #expect(intensity("tap", in: try folder.load(keeping: second)) == 0.3)
  }

  @Test func `a pattern whose file is removed is replaced by that of the parent`() throws {
    try folder.write("mine/theme.json", table(#"{ "Name": "tap", "Pattern": "t.ahap" }"#))
    try folder.write("mine/t.ahap", tapFile(0.25))
    let first = try folder.load()
    try folder.remove("mine/t.ahap")
    #expect(intensity("tap", in: try folder.load(keeping: first)) == 0.5)
  }

  @Test func `a broken table is distinguished from a missing one`() throws {
    try folder.write("default/theme.json", "{")
    let broken = try folder.load("default")
    #expect(broken.hasBrokenTable)
    #expect(broken.feedbacks == Theme.standard.feedbacks)
    try folder.remove("default/theme.json")
    #expect(try !folder.load("default").hasBrokenTable)
    #expect(try folder.load("default").warnings.count == 1)
  }
}
