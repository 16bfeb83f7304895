import Foundation
import HapticPreferences
import TestSupport
import Testing

@testable import HapticControl

/// `import feedbackd` with fakes of gsettings and dconf.
@Suite struct ImportTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("", to: "data/applications/org.example.Chat.desktop")
    try folder.write("", to: "data/applications/org.example.Game.desktop")
  }

  /// Installs a program that prints what `values` has for its arguments, and else fails. The values are in files, because a
  /// shell would run parts of them.
  private func install(_ program: String, _ values: [String: String]) throws {
    var cases = ""
    for (number, value) in values.enumerated() {
      let file = try folder.write(value.value + "\n", to: "\(program).\(number)")
      cases += "'\(value.key)') cat '\(file)' ;;\n"
    }
    let path = try folder.write("#!/bin/sh\ncase \"$*\" in\n\(cases)*) exit 1 ;;\nesac\n", to: "bin/\(program)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private func control(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let environment = [
      "XDG_CONFIG_HOME": folder.path(of: "home"), "XDG_CONFIG_DIRS": "/nonexistent",
      "XDG_DATA_HOME": folder.path(of: "data"), "PATH": "\(folder.path(of: "bin")):/usr/bin:/bin",
    ]
    let result = try Program("hapticctl", arguments, socket: "/nonexistent", environment: environment).result()
    func short(_ text: String) -> String { text.replacingOccurrences(of: folder.path, with: "") }
    return (result.status, short(result.output), short(result.errors))
  }

  private var text: String {
    (try? String(contentsOfFile: folder.path(of: "home/hapticd/hapticd.toml"), encoding: .utf8)) ?? "no file"
  }

  private func installFeedbackd(
    profile: String, theme: String = "default", strength: String = "1.0", applications: [String: String] = [:]
  ) throws {
    try install(
      "gsettings",
      [
        "get org.sigxcpu.feedbackd profile": "'\(profile)'",
        "get org.sigxcpu.feedbackd theme": "'\(theme)'",
        "get org.sigxcpu.feedbackd max-haptic-strength": strength,
        "get org.sigxcpu.feedbackd allow-important": "['org.gnome.clocks', 'sm.puri.Squeekboard']",
      ])
    let folder = "/org/sigxcpu/feedbackd/application/"
    var values = ["list \(folder)": applications.keys.sorted().map { $0 + "/" }.joined(separator: "\n")]
    for (id, profile) in applications { values["read \(folder)\(id)/profile"] = "'\(profile)'" }
    try install("dconf", values)
  }

  @Test func `settings of feedbackd are set in the user's file`() throws {
    try installFeedbackd(
      profile: "quiet", theme: "fun", strength: "0.5",
      applications: ["org-example-chat": "silent", "org-example-game": "full", "org-example-gone": "quiet"])
    let result = try control("import", "feedbackd")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("profile = \"quiet\"\nstrength = \"64%\"\nfeedback-theme = \"fun\"\n"))
    #expect(result.output.contains("app.org.gnome.clocks.important = true\n"))
    #expect(result.output.contains("app.org.example.Chat.profile = \"silent\"\n"))
    #expect(result.output.hasSuffix("6 settings set in /home/hapticd/hapticd.toml\n"))
    #expect(result.errors.contains("no installed application has the id org-example-gone (profile quiet)"))
    #expect(text.contains("[app.\"org.example.Chat\"]\nprofile = \"silent\"") && !text.contains("Game"))
    let again = try control("import", "feedbackd", "--json")
    #expect(again.status == 0 && again.output.contains("\"key\" : \"feedback-theme\""))
  }

  @Test func `a dry run shows the settings and changes nothing`() throws {
    try installFeedbackd(profile: "silent")
    let result = try control("import", "feedbackd", "--dry-run")
    #expect(
      result.output.contains("profile = \"silent\"\n")
        && result.output.hasSuffix("3 settings not set, because of --dry-run\n"))
    #expect(text == "no file")
  }

  @Test func `hostile names are not run as commands`() throws {
    let evil = folder.path(of: "evil")
    try installFeedbackd(profile: "full", applications: ["$(touch \(evil))": "silent", "a;touch \(evil);": "silent"])
    #expect(try control("import", "feedbackd").status == 0)
    #expect(!FileManager.default.fileExists(atPath: evil) && !text.contains("evil"))
    try installFeedbackd(profile: "full", theme: "../../evil")
    let result = try control("import", "feedbackd")
    #expect(result.errors.contains("\"../../evil\" is not the name of a theme") && !text.contains("evil"))
  }

  @Test func `without feedbackd there is nothing to import`() throws {
    try install("gsettings", [:])
    let result = try control("import", "feedbackd")
    #expect(result.status == 1 && result.errors.contains("there are no settings of feedbackd"))
    #expect(try control("import", "pulseaudio").status == 2)
  }

  @Test func `values of any form are read`() {
    #expect(FeedbackdSettings.texts("['a', 'b.c']") == ["a", "b.c"])
    #expect(FeedbackdSettings.texts("@as []") == [] && FeedbackdSettings.texts("") == [])
    #expect(FeedbackdSettings.munged("org.gnome.Clocks_2") == "org-gnome-clocks-2")
  }
}
