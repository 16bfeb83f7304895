import Foundation
import HapticPatterns
import HapticThemes
import TestSupport
import Testing

@testable import HapticControl

/// `theme` with temporary folders.
@Suite struct ThemeCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var themes: String { folder.path(of: "config/hapticd/themes") }

  private func control(_ arguments: String..., environment: [String: String] = [:]) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let fixed = ["XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_DATA_HOME": folder.path(of: "data")]
    let result = try Program(
      "hapticctl", arguments, socket: nowhere, environment: fixed.merging(environment) { $1 }
    ).result()
    func short(_ text: String) -> String { text.replacingOccurrences(of: folder.path, with: "") }
    return (result.status, short(result.output), short(result.errors))
  }

  @Test func `a new theme has a table and the pattern of a feedback, and is valid`() throws {
    let result = try control("theme", "new", "mine")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        wrote /config/hapticd/themes/mine/theme.json
        wrote /config/hapticd/themes/mine/success.ahap
        edit these files, and select the theme: hapticctl theme use mine

        """)
    let theme = try Theme.load("mine", searching: [themes])
    #expect(theme.warnings == [] && theme.lineage == ["mine", "default"])
    let success = try #require(theme.feedbacks.first { $0.feedback.name == "success" })
    #expect(success.path == "\(themes)/mine/success.ahap" && success.theme == "mine")
    #expect(success.feedback.pattern == Theme.standard.vocabulary["success"]?.pattern)
    #expect(try control("theme", "check", "mine", "--strict").output.hasSuffix("2 files, no findings\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: themes) == ["mine"])
  }

  @Test func `a new theme copies the feedbacks of its parent, also silent ones`() throws {
    let result = try control(
      "theme", "new", "mine", "--parent", "hig", "--feedback", "success", "--feedback", "unlike", "--feedback",
      "success")
    #expect(result.status == 0, "\(result.errors)")
    let theme = try Theme.load("mine", searching: [themes])
    #expect(theme.lineage == ["mine", "hig", "default"] && theme.warnings == [])
    #expect(theme.feedbacks.filter { $0.theme == "mine" }.map(\.feedback.name).contains("unlike"))
    #expect(
      theme.vocabulary["success"]?.pattern == (try Theme.load("hig", searching: []).vocabulary["success"]?.pattern))
  }

  @Test func `check of a theme reports a pattern file whose name is not UTF-8, as its shell has it`() throws {
    #expect(try control("theme", "new", "mine").status == 0)
    let result = try folder.withMalformedName("{}", ending: ".ahap", in: "config/hapticd/themes/mine") {
      try control("theme", "check", "mine")
    }
    #expect(
      result.output == """
        /config/hapticd/themes/mine: warning: the file 'x\\xff.ahap' is ignored, because its name is not valid UTF-8; \
        rename it
        3 files, 1 warning

        """, "\(result)")
  }

  @Test(arguments: ["theme.json", "success.ahap"])
  func `check of a theme with an unreadable file is 2, and names the file once`(name: String) throws {
    #expect(try control("theme", "new", "mine").status == 0)
    let path = "\(themes)/mine/\(name)"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/proc/self/mem")
    let result = try control("theme", "check", "mine")
    #expect(result.status == 2 && result.output == "1 file, no findings\n", "\(result)")
    #expect(
      result.errors
        == "hapticctl: cannot read /config/hapticd/themes/mine/\(name) (Input/output error (5)); "
        + "expected readable files, or folders with theme.json\n")
  }

  @Test func `check finds a pattern of another format that the table names`() throws {
    for name in ["k.json", "k.ahap"] { try folder.write("[100,50,100]", to: "config/hapticd/themes/mine/\(name)") }
    let table = """
      { "Feedbacks": [{ "Name": "k", "Pattern": "k.json" }, { "Name": "l", "Pattern": "k.ahap" }] }
      """
    try folder.write(table, to: "config/hapticd/themes/mine/theme.json")
    let words = "error: found an array; expected an object"
    for arguments in [["theme", "check", "mine"], ["lint", "\(themes)/mine"]] {
      let result = try Program(
        "hapticctl", arguments, socket: nowhere, environment: ["XDG_CONFIG_HOME": folder.path(of: "config")]
      ).result()
      #expect(result.status == 1 && result.output.hasSuffix("\n3 files, 2 errors\n"), "\(result)")
      for name in ["k.json", "k.ahap"] { #expect(result.output.contains("/mine/\(name):1:1: \(words)"), "\(result)") }
    }
  }

  @Test func `check finds parents in a circle, and too many of them`() throws {
    for (name, parent) in [("p1", "p2"), ("p2", "p1")] {
      try folder.write("{ \"Parent\": \"\(parent)\" }", to: "config/hapticd/themes/\(name)/theme.json")
    }
    let circle = try control("theme", "check", "p1", "--strict")
    #expect(circle.status == 1 && circle.output.contains("p2/theme.json:1:13: warning: Parent: "), "\(circle)")
    #expect(circle.output.contains("a theme cannot inherit from itself: p1 -> p2 -> p1"), "\(circle)")
    for number in 0..<10 {
      try folder.write("{ \"Parent\": \"c\(number + 1)\" }", to: "config/hapticd/themes/c\(number)/theme.json")
    }
    try folder.write("{}", to: "config/hapticd/themes/c10/theme.json")
    let chain = try control("theme", "check", "c0", "--strict")
    #expect(chain.status == 1 && chain.output.contains("c8/theme.json:1:13: warning: Parent: "), "\(chain)")
    #expect(chain.output.contains("more than 8 ancestors"), "\(chain)")
  }

  @Test func `check finds the mistake of a parent that cannot be read`() throws {
    try folder.write("{ \"Parent\": \"dad\" }", to: "config/hapticd/themes/kid/theme.json")
    try folder.write("{ broken", to: "config/hapticd/themes/dad/theme.json")
    let result = try control("theme", "check", "kid")
    #expect(result.status == 1 && result.output.contains("dad/theme.json:1:3: error: "), "\(result)")
  }

  @Test func `list warns of folders whose names no theme can have`() throws {
    let long = String(repeating: "x", count: 49)
    for name in ["a\u{202e}b", long, ".hidden"] { try folder.makeFolder("config/hapticd/themes/\(name)") }
    try folder.write("", to: "config/hapticd/themes/a\u{202e}file")
    let result = try folder.withMalformedName("", ending: "", in: "config/hapticd/themes") {
      try control("theme", "list")
    }
    let words = "in /config/hapticd/themes is left out, because no theme can have this name; rename it"
    #expect(result.status == 0)
    #expect(
      result.errors
        == ["\"a\\u{202E}b\"", "\"\(long.prefix(48))...\"", "x\\xff"].map { "hapticctl: \($0) \(words)\n" }.joined(),
      "\(result)")
  }

  @Test func `two feedbacks whose names give the same file have a file each`() throws {
    #expect(try control("theme", "new", "other", "--feedback", "success", "--feedback", "error").status == 0)
    let table = """
      { "Name": "other", "Feedbacks": [
        { "Name": "a/b", "Pattern": "success.ahap" }, { "Name": "a-b", "Pattern": "error.ahap" } ] }
      """
    try Data(table.utf8).write(to: URL(filePath: "\(themes)/other/theme.json"))
    let result = try control("theme", "new", "mine", "--parent", "other", "--feedback", "a/b", "--feedback", "a-b")
    #expect(result.status == 0, "\(result.errors)")
    let (mine, other) = (try Theme.load("mine", searching: [themes]), try Theme.load("other", searching: [themes]))
    for name in ["a/b", "a-b"] as [ShortName] {
      #expect(mine.vocabulary[name]?.pattern == other.vocabulary[name]?.pattern, "\(name)")
    }
    #expect(mine.vocabulary["a/b"]?.pattern != mine.vocabulary["a-b"]?.pattern)
  }

  @Test(arguments: [
    (["new", "a/b"], "is not a name of a theme"), (["new", ""], "is not a name of a theme"),
    (["new", ".."], "is not a name of a theme"), (["new", ".x"], "is not a name of a theme"),
    (["new", "\u{1b}[31m"], "is not a name of a theme"),
    (["new", "x", "--feedback", "succes"], "unknown feedback 'succes'; did you mean success?"),
    (["new", "x", "--parent", "none"], "there is no theme 'none'; there are default, hig, and "),
    (["new", "default", "--parent", "hig"], "keeps its parent"),
    (["show", "none"], "there is no theme 'none'"), (["check", "none"], "there is no theme 'none'"),
    (["use", "none"], "there is no theme 'none'"), (["path", "none"], "there is no theme 'none'"),
    (["diff", "none"], "there is no theme 'none'"), (["diff", "hig", "none"], "there is no theme 'none'"),
    (["rename"], "see hapticctl theme --help"),
  ]) func `a name that is not valid or does not exist is refused, and nothing is written`(
    arguments: [String], message: String
  ) throws {
    let result = try Program(
      "hapticctl", ["theme"] + arguments, socket: nowhere, environment: ["XDG_CONFIG_HOME": folder.path(of: "config")]
    ).result()
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("\u{1b}"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "config")))
  }

  @Test func `a theme that exists is not replaced`() throws {
    #expect(try control("theme", "new", "mine").status == 0)
    try folder.write("mine", to: "config/hapticd/themes/mine/success.ahap")
    let result = try control("theme", "new", "mine")
    #expect(result.status == 2)
    #expect(result.errors.contains("there is a theme already: /config/hapticd/themes/mine; "))
    #expect(try String(contentsOfFile: "\(themes)/mine/success.ahap", encoding: .utf8) == "mine")
    try folder.write("a file", to: "config/hapticd/themes/file")
    #expect(try control("theme", "new", "file").status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: themes).sorted() == ["file", "mine"])
  }

  @Test func `a relative or missing folder of configuration is refused`() throws {
    for variables in [["XDG_CONFIG_HOME": "relative", "HOME": ""], ["XDG_CONFIG_HOME": "", "HOME": "also/relative"]] {
      let result = try control("theme", "new", "mine", environment: variables)
      #expect(result.status == 2 && result.errors.contains("set HOME or XDG_CONFIG_HOME"), "\(result)")
    }
    try folder.write("", to: "blocked")
    let result = try control("theme", "new", "mine", environment: ["XDG_CONFIG_HOME": folder.path(of: "blocked")])
    #expect(result.status == 2 && result.errors.contains("nothing was created"), "\(result.errors)")
  }

  @Test func `list, show and path name the folders and the files that win`() throws {
    #expect(try control("theme", "new", "mine").status == 0)
    #expect(try control("theme", "new", "default", "--feedback", "error").status == 0)
    let list = try control("theme", "list").output
    #expect(list.contains(/\nmine +default +1 +0 +\/config\/hapticd\/themes\/mine\n/))
    #expect(list.contains(/\ndefault +- +\d+ +0 +\/config\/hapticd\/themes\/default, built in\n/))
    #expect(list.hasSuffix("\ndefault is in force, from the settings\n"))
    let shown = try control("theme", "show", "mine").output
    #expect(shown.contains(/\nsuccess +success +\/config\/hapticd\/themes\/mine\/success.ahap\n/))
    #expect(shown.contains(/\nerror +error +\/config\/hapticd\/themes\/default\/error.ahap\n/))
    #expect(shown.contains(/\nimpact.light +\S+ +built-in:default\/\S+.ahap\n/))
    #expect(shown.hasSuffix("feedbacks of the theme mine, then default\n"))
    #expect(try control("theme", "path", "mine") == (0, "/config/hapticd/themes/mine\n", ""))
    #expect(try control("theme", "path") == (0, "/config/hapticd/themes/default\n", ""))
    #expect(try control("theme", "path", "hig").status == 1)
    #expect(try control("feedbacks", "--theme", "mine").output.contains(/\nsuccess .*\/mine\/success.ahap\n/))
    #expect(try control("explain", "error").output.contains("The file is /config/hapticd/themes/default/error.ahap."))
    #expect(try control("explain", "tap").output.contains("That theme is built into the program."))
  }

  @Test func `a folder of themes that cannot be read is named`() throws {
    try folder.makeFolder("config/hapticd")
    try FileManager.default.createSymbolicLink(atPath: themes, withDestinationPath: "themes")
    let list = try control("theme", "list")
    #expect(list.status == 0 && list.output.contains("\ndefault "), "\(list)")
    #expect(
      list.errors.contains("cannot read /config/hapticd/themes: ") && list.errors.contains("its themes are missing"))
    let show = try control("theme", "show", "mine")
    #expect(show.status == 2 && show.errors.contains("/config/hapticd/themes/mine/theme.json: cannot be read: "))
  }

  @Test func `use selects a theme that can be loaded`() throws {
    #expect(try control("theme", "new", "mine").status == 0)
    #expect(try control("theme", "use", "mine").output == "theme = \"mine\", in /config/hapticd/hapticd.toml\n")
    #expect(try control("theme", "list").output.hasSuffix("mine is in force, from the settings\n"))
    try folder.write("{", to: "config/hapticd/themes/broken/theme.json")
    let result = try control("theme", "use", "broken")
    #expect(result.status == 2 && result.errors.contains("broken/theme.json:1:"), "\(result.errors)")
    #expect(try control("get", "--value", "theme") == (0, "mine\n", ""))
    #expect(try control("theme", "list").output.contains(#/\nbroken +- +- +1 /#))
    #expect(try control("theme", "check", "broken").status == 1)
  }

  @Test func `diff shows the feedbacks that a theme plays differently`() throws {
    #expect(try control("theme", "new", "mine", "--feedback", "success", "--feedback", "error").status == 0)
    #expect(try control("theme", "diff", "mine").output == "no difference between mine and default\n")
    let table = """
      { "Feedbacks": [ { "Name": "success", "Pattern": "error.ahap" }, { "Name": "error", "Silent": true },
      { "Name": "knock", "Fallback": "tap", "Category": "media" } ] }
      """
    try folder.write(table, to: "config/hapticd/themes/mine/theme.json")
    let output = try control("theme", "diff", "mine").output
    #expect(output.contains(/\nsuccess +pattern +\/config\/\S+\/error.ahap +built-in:default\/success.ahap\n/))
    #expect(output.contains(/\nerror +silent +/) && output.contains(/\nknock +added +/))
    #expect(output.contains(" differences between mine and default\n"))
    #expect(try control("theme", "diff", "default", "mine").output.contains(/\nknock +removed +- +/))
    #expect(
      try control("theme", "diff", "default").output == "no difference between default and the built-in default\n")
  }
}
