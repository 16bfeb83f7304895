import HapticFiles
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

/// Patterns that exceed the limits of files: what is written can be read.
@Suite struct WritingLimitTests {
  private func rewritten(_ pattern: Pattern, _ format: PatternFormat) throws -> Pattern {
    try PatternFile.read(try WrittenPattern(pattern, as: format).bytes, name: "x").pattern
  }

  // An hour in milliseconds takes seconds.
  @Test(arguments: TestExtent.all([PatternFormat.haptic, .androidXML, .web], quick: [.haptic]))
  func `a pattern that ends later than a file may is refused with its last event, and any other can be read again`(
    format: PatternFormat
  ) throws {
    let hour = 3_600_000
    for last in [tap(hour, 1, 0.5), buzz(hour - 10, for: 1000, 1)] {
      let pattern: Pattern = [tap(0, 1, 0.5), last]
      let refused = try #require(throws: Refused.self) { try WrittenPattern(pattern, as: format) }
      let time = last.kind == .transient ? "3600" : "3599.99"
      #expect(
        refused.finding.message == "event 1 at \(time) s ends after 3600 s, the latest time in \(format.name)")
      #expect(try rewritten(pattern, .ahap) == pattern)
    }
    let late: Pattern = [tap(0, 1, 0.5), tap(hour - 40, 1, 0.5)]
    #expect(try rewritten(late, format).events.map(\.time) == late.events.map(\.time))
  }

  @Test(arguments: TestExtent.all([PatternFormat.androidXML, .web], quick: [.web]))
  func `a pattern of more steps than a file may have is refused`(format: PatternFormat) throws {
    let most = FileLimits.standard.maximumEvents
    let taps = (0...most / 2).map { tap($0 * 100, 1, 0.5) }
    let refused = try #require(throws: Refused.self) { try WrittenPattern(Pattern(taps), as: format) }
    #expect(refused.finding.message.contains("would have \(most + 1) steps"))
    #expect(try rewritten(Pattern(taps.dropLast()), format).events.count == most / 2)
  }

  @Test func `a pattern of more points and taps than a clip may have is refused`() throws {
    let taps = (0..<8000).map { tap($0 * 100, 1, 0.5) }
    let refused = try #require(throws: Refused.self) { try WrittenPattern(Pattern(taps), as: .haptic) }
    #expect(refused.finding.message == ".haptic would have more points and taps than a file may have")
    #expect(try rewritten(Pattern(Array(taps.prefix(1000))), .haptic).events.count == 1000)
  }
}
