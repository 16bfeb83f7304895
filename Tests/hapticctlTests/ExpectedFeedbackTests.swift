import HapticProtocol
import Haptics
import Testing

@testable import HapticControl

/// The feedback that `sandbox` expects.
@Suite struct ExpectedFeedbackTests {
  @Test(arguments: [
    ("success", [ExpectedFeedback(name: "success")]),
    ("success,impact.light*3", [ExpectedFeedback(name: "success"), ExpectedFeedback(name: "impact.light", count: 3)]),
    ("pattern*2", [ExpectedFeedback(name: "pattern", count: 2)]),
  ]) func `a list of expected feedback has commas, and counts after a star`(text: String, list: [ExpectedFeedback])
    throws
  {
    #expect(try ExpectedFeedback.list(text) == list)
  }

  @Test(arguments: ["", ",", "success,", "success*", "success*0", "success*-1", "success*2*2", "*2", "success*x"])
  func `a list with a mistake is refused`(text: String) {
    #expect(throws: (any Error).self) { try ExpectedFeedback.list(text) }
  }

  @Test(arguments: [
    ("success", ["success"], nil),
    ("success", ["selection", "success", "selection"], nil),
    ("success", [], "success did not happen: nothing else was played"),
    (
      "success", ["selection", "tap", "selection"],
      "success did not happen: played instead: selection*2, tap"
    ),
    ("success*2", ["success"], "success happened 1 of 2 times: nothing else was played"),
    ("success", ["success profile"], "success did not happen: its verdict was profile"),
    (
      "success*3", ["success", "success coalesced", "success coalesced", "tap"],
      "success happened 1 of 3 times: its verdict was coalesced*2"
    ),
    (
      "success", ["sucess unknownFeedback"],
      "success did not happen: the command requested 'sucess', which does not exist"
    ),
    ("pattern", ["", "tap"], nil),
    ("pattern*2", ["", "tap"], "pattern happened 1 of 2 times: played instead: tap"),
  ]) func `a missing feedback is explained by the plays that happened`(
    text: String, plays: [String], complaint: String?
  ) throws {
    let expectation = try #require(try ExpectedFeedback.list(text).first)
    #expect(expectation.complaint(about: plays.map(Self.record)) == complaint)
  }

  /// A record of a play: its name, and its verdict if that is not `played`.
  private static func record(_ text: String) -> Observed {
    let words = text.split(separator: " ").map(String.init)
    return Observed(
      opcode: .play, verdict: words.count < 2 ? .played : Verdict.allCases.first { $0.name == words[1] }!, processID: 1,
      receivedNanoseconds: 1, feedback: ShortName(words.first ?? "")!, applicationName: "test")
  }
}
