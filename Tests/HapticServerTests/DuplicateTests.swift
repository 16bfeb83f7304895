import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import Testing

/// Duplicates among clients' own patterns, which are found by their content.
@Suite struct DuplicateTests {
  private func bench() throws -> ServerBench {
    var preferences = Preferences.unlimited
    preferences.duplicateWindow = .milliseconds(30)
    return try ServerBench(preferences: preferences)
  }

  @Test(arguments: [1, 6])
  func `a different pattern is not a duplicate, even at the memory address of a former one`(seconds: Int) throws {
    let bench = try bench()
    let client = try bench.client()
    var verdicts: [Verdict?] = []
    for round in 0..<40 {
      client.define(Self.buzz(seconds, 0.5 + Double(round) / 100), as: 1, category: .touch)
      verdicts.append(client.play(handle: 1)?.verdict)
      bench.clock.advance(by: .milliseconds(10))
      client.verdict(.release(Handle(rawValue: 1)!))
      client.verdict(.stop(nil))
    }
    #expect(verdicts.allSatisfy { $0 == .played })
  }

  @Test func `the same pattern under another handle or from another client is a duplicate`() throws {
    let bench = try bench()
    let (one, two) = (try bench.client(), try bench.client())
    one.define(Self.buzz(1, 0.5), as: 1, category: .touch)
    two.define(Self.buzz(1, 0.5), as: 9, category: .touch)
    #expect(one.play(handle: 1)?.verdict == .played)
    #expect(two.play(handle: 9)?.verdict == .coalesced)
    two.define(Self.buzz(1, 0.6), as: 9, category: .touch)
    #expect(two.play(handle: 9)?.verdict == .played)
  }

  private static func buzz(_ seconds: Int, _ intensity: Double) -> Pattern {
    [Event(.continuous(duration: .seconds(seconds)), intensity: Intensity(intensity), sharpness: 0.5)]
  }
}
