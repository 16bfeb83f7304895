import HapticFiles
import HapticPatterns
import Testing
import TextDiagnostics

@Suite struct WebTests {
  private static let cases1: [(String, [Event])] = [
    ("200", [buzz(0, for: 200, 1)]),
    ("[200]", [buzz(0, for: 200, 1)]),
    (
      "[100, 50, 150.5]",
      [
        buzz(0, for: 100, 1),
        Event(
          .continuous(duration: .microseconds(150_500)), at: .milliseconds(150), intensity: 1, sharpness: 0.5),
      ]
    ),
    ("[100, 50, 100, 1000]", [buzz(0, for: 100, 1), buzz(150, for: 100, 1)]),
    ("[10]", [tap(0, 1, 1)]),
    ("[0, 100, 12]", [tap(100, 1, 1)]),
    ("[50, 0, 50]", [buzz(0, for: 100, 1)]),
    ("0", []), ("[]", []), ("[0, 0]", []),
  ]

  @Test(arguments: cases1)
  func `vibrations and pauses come in turn`(_ text: String, _ events: [Event]) throws {
    let file = try read(text)
    #expect(file.format == .web && file.pattern.events == events && file.warnings.isEmpty)
  }

  @Test func `a time below zero counts as none`() throws {
    let file = try read("[-5, 100]")
    #expect(file.pattern.events.isEmpty)
    #expect(file.warnings.map(\.short) == ["1:2 [0]: -5 ms is out of range; read as 0 ms"])
  }

  private static let cases2: [(String, String)] = [
    ("[100,\n\"a\"]", "2:1 [1]: found a string; expected a time"),
    ("[100,\n[50]]", "2:1 [1]: found an array; expected a time"),
    ("[3600000,\n1]", "2:1 [1]: longer than 3600 s"),
  ]

  @Test(arguments: cases2)
  func `an invalid time is refused with its place`(_ text: String, _ message: String) {
    #expect(refusal(text)?.short == message)
  }

  @Test func `too many steps are refused`() {
    let text = "[" + [String](repeating: "50", count: 11).joined(separator: ",") + "]"
    #expect(refusal(text, limits: FileLimits(maximumEvents: 10))?.short == "1:32 [10]: more than 10 steps")
  }
}
