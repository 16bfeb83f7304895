import Glibc
import HapticFiles
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

@Suite struct PatternFileTests {
  private static let ahap = #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
  private static let xml = #"<vibration-effect><predefined-effect name="click"/></vibration-effect>"#

  private static let cases1: [(String, PatternFormat)] = [
    (ahap, PatternFormat.ahap), (clip(amplitude(0, 1) + "," + amplitude(1, 1)), .haptic), (" \n\(xml)", .androidXML),
    ("\u{feff}\(xml)", .androidXML), ("[1]", .web), ("1", .web), (#"{"type": "VibraRumble"}"#, .feedbackd),
  ]

  @Test(arguments: cases1)
  func `the content of a file determines its format`(_ text: String, _ format: PatternFormat) throws {
    for name in ["", "a.ahap", "a.haptic", "a.xml", "a.json"] {
      #expect(try read(text, name: name).format == format)
    }
  }

  private static let cases2: [(String, String)] = [
    ("a.ahap", "no array named Pattern"), ("A.AHAP", "no array named Pattern"), ("a.haptic", "no signals"),
    ("a.json", "no pattern of a known format"), ("a.xml", "no pattern of a known format"),
  ]

  @Test(arguments: cases2)
  func `the error for a file without a pattern depends on its name`(_ name: String, _ message: String) {
    #expect(refusal(#"{"Version": 1}"#, name: name)?.message == message)
  }

  @Test(arguments: ["true", "null", #""text""#])
  func `a file of no known format is refused`(_ text: String) {
    #expect(refusal(text)?.message == "no pattern of a known format")
  }

  @Test func `a minor mistake is warned of`() throws {
    #expect(
      try read(#"{"Version": 1, "Pattern": [],}"#).warnings.map(\.message) == ["a comma at the end of a list"])
  }

  @Test func `a file is read from its path`() throws {
    let folder = try TestFolder()
    #expect(try PatternFile.read(path: try folder.write(Self.ahap, to: "tap.ahap")).pattern.events.count == 1)
  }

  private static let cases3: [(String, String)] = [
    ("/nowhere/a.ahap", "cannot be read: No such file or directory (2)"), ("/", "not a regular file"),
    ("/dev/zero", "not a regular file"), ("/proc/kallsyms", "larger than 1000 bytes"),
  ]

  @Test(.timeLimit(.minutes(10))) func `a named pipe is refused without waiting for a writer`() throws {
    let folder = try TestFolder()
    let pipe = folder.path(of: "tap.ahap")
    try #require(mkfifo(pipe, 0o600) == 0)
    do throws(Refused) {
      _ = try PatternFile.read(path: pipe)
      Issue.record("read")
    } catch {
      #expect(error.finding.message == "not a regular file")
    }
  }

  @Test(arguments: cases3)
  func `a path that leads to no pattern file is refused`(_ path: String, _ message: String) {
    do throws(Refused) {
      _ = try PatternFile.read(path: path, limits: FileLimits(maximumBytes: 1000))
      Issue.record("read")
    } catch {
      #expect(error.finding.message == message)
    }
  }
}
