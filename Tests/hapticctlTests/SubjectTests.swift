import ArgumentParser
import Foundation
import HapticProtocol
import Haptics
import Testing

@testable import HapticControl

@Suite struct SubjectTests {
  @Test(arguments: [
    ("success", false), ("impact.light", false), ("message-new", false), ("./success", true), ("a/b", true),
    ("hit.ahap", true), ("HIT.AHAP", true), ("clip.haptic", true), ("buzz.json", true), ("click.xml", true),
    ("theme.json#bell", true), ("#bell", false), ("success#1", false),
  ])
  func `a name with a slash or a known ending is a file`(name: String, isFile: Bool) {
    #expect(SubjectName.isPath(name) == isFile)
  }

  @Test func `a feedback goes before a file of its name, and a path before a feedback`() throws {
    let files = try PatternFiles()
    let path = try files.add("success", [PatternFiles.tap(0)])
    let feedback = try Subject.named("success")
    #expect(feedback.pattern.events.count == 3)
    #expect(feedback.origin.hasPrefix("success of the theme default, from "))
    #expect(try Subject.named(path).pattern.events.count == 1)
  }

  @Test func `a file of any known format is read, whatever it is called`() throws {
    let files = try PatternFiles()
    #expect(try Subject.named(try files.add("web", text: "[100, 50, 100]")).origin == "web vibration")
    #expect(try Subject.named(try files.add("a.ahap", [PatternFiles.tap(0)])).origin == "AHAP")
  }

  @Test func `of a file with several feedbacks, the one after # is read`() throws {
    let files = try PatternFiles()
    let theme = """
      { "name": "mine", "profiles": [ { "name": "quiet", "feedbacks": [
        { "event-name": "bell", "type": "VibraRumble", "duration": 100 },
        { "event-name": "call", "type": "VibraPattern", "magnitudes": [1, 0, 1], "durations": [90, 50, 90] } ] } ] }
      """
    let path = try files.add("theme.json", text: theme)
    let call = try Subject.named(path + "#call")
    #expect(call.title == "theme.json#call")
    #expect(call.pattern.events.count == 2)
    #expect(try Subject.named(path + "#bell").pattern.events.count == 1)
    let none = try #require(throws: Failure.self) { try Subject.named(path) }
    #expect(none.message.hasSuffix("select one with #NAME: bell, call"), "\(none.message)")
    let wrong = try #require(throws: Failure.self) { try Subject.named(path + "#cal") }
    #expect(wrong.message.hasPrefix(path + ":1:1") && wrong.message.hasSuffix("did you mean call?"))
    // A file with the whole name has precedence over a feedback in another file.
    let odd = try files.add("odd.json#call", [PatternFiles.tap(0)])
    #expect(try Subject.named(odd).pattern.events.count == 1)
    #expect(FileLint(PatternPath(path + "#call"), on: nil).hasError == false)
    #expect(!FileLint(PatternPath(path), on: nil).hasError)
  }

  @Test func `a wrong name leads to the nearest one, a wrong motor to those there are`() throws {
    let name = try #require(throws: Failure.self) { try Subject.named("succes") }
    #expect(name == .usage("unknown feedback 'succes'; did you mean success?"))
    let motor = try #require(throws: Failure.self) { try ChosenMotor.named("ermm") }
    #expect(motor.code == .usage)
    for preset in ["erm", "lra", "on-off", "pad"] { #expect(motor.message.contains(preset)) }
  }

  @Test func `names of feedbacks and pattern files are offered to the shell`() throws {
    let files = try PatternFiles()
    try files.add("hit.ahap", [PatternFiles.tap(0)])
    try files.add("notes.txt", text: "")
    try files.add(".hidden.ahap", [PatternFiles.tap(0)])
    try FileManager.default.createDirectory(atPath: files.folder + "/inner", withIntermediateDirectories: false)
    #expect(
      CompletionKind.patternFiles(startingWith: files.folder + "/")
        == [files.folder + "/hit.ahap", files.folder + "/inner/"])
    #expect(CompletionKind.patternFiles(startingWith: files.folder + "/h") == [files.folder + "/hit.ahap"])
  }

  @Test(arguments: [("1.5", 1500), ("0", 0), ("250ms", 250), ("2s", 2000)])
  func `a time without a unit is in seconds`(text: String, milliseconds: Int) throws {
    #expect(try parseMoment(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "-1", "soon", "1e99", "nan"])
  func `a negative or invalid time is refused`(text: String) {
    #expect(throws: ValidationError.self) { try parseMoment(text) }
  }

  @Test func `a rate has its bounds`() throws {
    #expect(try parseNumber(Limits.rates, "expected a rate")("0.5") == 0.5)
    for text in ["0", "-1", "1000", "nan", "fast"] {
      #expect(throws: ValidationError.self) { try parseNumber(Limits.rates, "expected a rate")(text) }
    }
  }
}
