import Foundation
import HapticPatterns
import HapticPreferences
import TestSupport
import Testing
import TextDiagnostics

@testable import PreferenceFiles

@Suite struct StackTests {
  private let folders: Folders

  init() throws { folders = try Folders() }

  private func origin(_ key: String, _ stack: PreferenceStack) throws -> String? {
    let origin = stack.origins[try PreferenceKey.spelled(key)]
    return origin.map { $0.description.replacingOccurrences(of: folders.path, with: "") }
  }

  @Test func `without files everything is at its default`() {
    #expect(folders.load() == PreferenceStack())
    #expect(folders.load().paths == [])
  }

  @Test func `the user's files win over the system's, and drop-ins over the file, key by key`() throws {
    try folders.writeShared("profile = \"quiet\"\ntheme = \"hig\"\n[touch]\nstrength = 10\nrate = 1\nburst = 2")
    try folders.writeShared("[touch]\nrate = 2", to: "hapticd.toml.d/50-b.toml")
    try folders.write("profile = \"silent\"\n[touch]\nstrength = 20\nburst = 3")
    try folders.write("[touch]\nburst = 4", to: "hapticd.toml.d/10-a.toml")
    try folders.write("[touch]\nburst = 5", to: "hapticd.toml.d/20-b.toml")
    let stack = folders.load()
    #expect(stack.problems == [])
    #expect(
      stack.preferences
        == preferences {
          $0.profile = .silent
          $0.theme = "hig"
          $0[.touch].strength = 0.2
          $0[.touch].rate.perSecond = 2
          $0[.touch].rate.burst = 5
        })
    #expect(try origin("profile", stack) == "/home/hapticd/hapticd.toml:1")
    #expect(try origin("theme", stack) == "/etc/hapticd/hapticd.toml:2")
    #expect(try origin("touch.rate", stack) == "/etc/hapticd/hapticd.toml.d/50-b.toml:2")
    #expect(try origin("touch.burst", stack) == "/home/hapticd/hapticd.toml.d/20-b.toml:2")
    #expect(try origin("touch.gap", stack) == nil)
    #expect(stack.paths.count == 5)
  }

  @Test func `drop-ins apply without a main file, and other files are ignored`() throws {
    try folders.write("profile = \"quiet\"", to: "hapticd.toml.d/a.toml")
    for name in [".hidden.toml", "a.toml~", "b.txt", "#c.toml#"] {
      try folders.write("profile = \"silent\"", to: "hapticd.toml.d/\(name)")
    }
    #expect(folders.load().preferences.profile == .quiet)
  }

  @Test func `the settings of an application merge over all files`() throws {
    try folders.writeShared("[app.game]\nstrength = 50\nimportant = true")
    try folders.write("[app.game]\nmedia = \"off\"")
    let game = folders.load().preferences[application: "game"]
    #expect(game.strength == 0.5 && game.mayBeImportant && game.categories == [.media: .none])
  }

  @Test func `a broken file keeps its former settings, and the other files apply`() throws {
    try folders.writeShared("profile = \"quiet\"")
    try folders.write("[touch]\nstrength = 20")
    let good = folders.load()
    try folders.write("[touch]\nstrength = 2.5")
    try folders.writeShared("profile = \"silent\"")
    let broken = folders.load(keeping: good)
    #expect(broken.preferences[.touch].strength == 0.2 && broken.preferences.profile == .silent)
    let complaint = try #require(broken.complaint)
    #expect(complaint.hasPrefix("\(folders.own)/hapticd.toml:2:12: touch.strength: 2.5 is out of range"))
    #expect(try origin("touch.strength", broken) == "/home/hapticd/hapticd.toml:2")
    // Still, after it was seen broken.
    #expect(folders.load(keeping: broken) == broken)
    // From the start it has said nothing yet.
    #expect(folders.load().preferences[.touch].strength == .full)
    try folders.write("[touch]\nstrength = 30")
    let mended = folders.load(keeping: broken)
    #expect(mended.preferences[.touch].strength == 0.3 && mended.complaint == nil)
  }

  @Test func `the settings of a removed file no longer apply`() throws {
    try folders.write("profile = \"quiet\"")
    let good = folders.load()
    try folders.remove()
    #expect(folders.load(keeping: good) == PreferenceStack())
  }

  @Test func `a folder or an unreadable file is named in the complaint`() throws {
    try FileManager.default.createDirectory(atPath: "\(folders.own)/hapticd.toml", withIntermediateDirectories: true)
    #expect(folders.load().complaint == "\(folders.own)/hapticd.toml: not a regular file; replace it with a file")
    try folders.remove()
    try folders.write("", to: "loop")
    try folders.remove("loop")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folders.own)/hapticd.toml", withDestinationPath: "\(folders.own)/hapticd.toml")
    let complaint = try #require(folders.load().complaint)
    #expect(
      complaint.hasSuffix(
        "hapticd.toml: cannot read the file: Too many levels of symbolic links (40); remove the links that lead to each other"
      ))
    try folders.remove()
    try folders.write(String(repeating: " ", count: 300_000))
    #expect(try #require(folders.load().complaint).contains("file larger than 262144 bytes"))
  }

  @Test func `warnings do not count as a complaint`() throws {
    try folders.write("foo = 1\n[quiet-hours]\nfrom = \"22:00\"")
    let stack = folders.load()
    #expect(stack.complaint == nil && stack.problems.count == 2)
    #expect(
      stack.problems[1].description.contains(
        "hapticd.toml:3:1: quiet-hours.from: quiet hours are off because quiet-hours.to is missing; set quiet-hours.to")
    )
    try folders.writeShared("[quiet-hours]\nto = \"07:00\"")
    #expect(folders.load().problems.count == 1)
  }

  @Test(arguments: ["from", "to"])
  func `quiet hours of another file that a file switches off are no mistake`(key: String) throws {
    try folders.writeShared("[quiet-hours]\nfrom = \"22:00\"\nto = \"07:00\"\ndays = []")
    try folders.write("[quiet-hours]\n\(key) = \"off\"")
    #expect(folders.load().problems.isEmpty)
  }

  @Test func `quiet hours without a day are off, with a warning`() throws {
    try folders.write("[quiet-hours]\nfrom = \"22:00\"\nto = \"07:00\"\ndays = []")
    #expect(
      folders.load().problems.map(\.finding.message) == ["quiet hours are off because quiet-hours.days has no day"])
    try folders.write("[quiet-hours]\ndays = []")
    #expect(folders.load().problems.isEmpty)
  }

  @Test func `the number of applications in all files together is limited`() throws {
    func text(_ prefix: String) -> String {
      (0..<600).map { "[app.\(prefix)\($0)]\nimportant = true\n" }.joined()
    }
    try folders.writeShared(text("a"))
    try folders.write(text("b") + "[app.a1]\nstrength = 5")
    let stack = folders.load()
    #expect(stack.preferences.applications.count == 1024)
    #expect(stack.preferences[application: "a1"].strength == 0.05)
    #expect(stack.problems.count == 1 && "\(stack.problems[0])".contains("more than 1024 applications in all files"))
  }

  @Test func `files of a folder that are too large together are refused, and the others are read`() throws {
    let folder = try TestFolder()
    let filler = String(repeating: "#" + String(repeating: "x", count: 1000) + "\n", count: 100)
    for name in ["1", "2", "3"] {
      try folder.write(filler + "[app.\"a\(name)\"]\nstrength = 0\n", to: "hapticd.toml.d/\(name).toml")
    }
    try folder.write("[app.a4]\nstrength = 0\n", to: "hapticd.toml.d/4.toml")
    let stack = PreferenceStack.load(in: [folder.path])
    #expect(stack.preferences.applications.keys.map { "\($0)" }.sorted() == ["a1", "a2", "a4"])
    #expect(stack.problems.count == 1)
    #expect(
      "\(stack.problems[0])".contains("/3.toml: the files of this folder together are larger than 262144 bytes; "))
    #expect(stack.problems[0].isError)
  }

  @Test func `the number of drop-ins is limited`() throws {
    for number in 100...205 { try folders.write("theme = \"t\(number)\"", to: "hapticd.toml.d/\(number).toml") }
    let stack = folders.load()
    #expect(stack.preferences.theme == "t199")
    #expect(
      stack.problems.count == 1
        && "\(stack.problems[0])".contains("hapticd.toml.d: more than 100 drop-ins; the last 6 are ignored"))
  }

  @Test func `a drop-in whose name is not UTF-8 is reported with its folder`() throws {
    let folder = try TestFolder()
    try folder.write("theme = \"one\"", to: "hapticd.toml.d/1.toml")
    let stack = try folder.withMalformedName("theme = \"two\"", ending: ".toml", in: "hapticd.toml.d") {
      PreferenceStack.load(in: [folder.path])
    }
    #expect(stack.preferences.theme == "one")
    #expect(
      stack.problems.map { "\($0)" } == [
        "\(folder.path)/hapticd.toml.d: the file 'x\\xff.toml' is ignored, because its name is not valid UTF-8; rename it"
      ])
  }

  @Test func `the keys of applications and devices with settings are listed`() throws {
    try folders.write("[device.pad]\nstrength = 5\n[app.b]\nstrength = 3\n[app.a]\nstrength = 2\n[app.none]")
    let keys = folders.load().keys.map(\.description)
    #expect(keys.prefix(2) == ["enabled", "strength"])
    #expect(
      keys.filter { $0.hasSuffix(".strength") && $0.contains(".") }.suffix(3)
        == ["app.a.strength", "app.b.strength", "device.pad.strength"])
    #expect(!keys.contains { $0.contains("none") })
  }
}
