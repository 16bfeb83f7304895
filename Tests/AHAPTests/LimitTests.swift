import AHAP
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

@Suite struct LimitTests {
  @Test func `a file that is too large is refused unread`() {
    let found = refusal([UInt8](repeating: 0xff, count: 101), limits: FileLimits(maximumBytes: 100))
    #expect(found == Finding(.error, message: "larger than 100 bytes", remedy: "split it into several files"))
  }

  @Test func `the standard limits are those of the daemon`() {
    let limits = FileLimits.standard
    #expect(limits.maximumBytes == 4 * 1024 * 1024)
    #expect(limits.maximumEvents == 16_384 && limits.maximumPoints == 32_768)
    #expect(limits.maximumTime == Event.endless && limits.maximumNesting == 32 && limits.maximumWarnings == 100)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `text that is nested too deep is refused before it is decoded`(_ opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let found = refusal(text)
    #expect(found?.message == "nested deeper than 32" && found?.line == 1)
  }

  @Test func `nesting up to the limit is read`() throws {
    let text = #"{"Version": 1, "Pattern": [], "Metadata": {"a": "#
    let deep = text + String(repeating: "[", count: 30) + String(repeating: "]", count: 30) + "}}"
    #expect(try read(deep).metadata["a"]?.count == 60)
    #expect(refusal(text + String(repeating: "[", count: 31))?.message == "nested deeper than 32")
  }

  @Test func `too many values are refused before they are decoded`() {
    let text = "{\"Version\": 1,\n\"a\": [" + [String](repeating: "0", count: 100).joined(separator: ",") + "]}"
    let found = refusal(text, limits: FileLimits(maximumValues: 50))
    #expect(found?.message == "more than 50 values" && found?.line == 2 && found?.column == 7 + 47 * 2)
  }

  @Test func `too many events are refused at the first one too many`() {
    let taps = [String](repeating: tap(), count: 5)
    let text = "{\"Version\": 1, \"Pattern\": [" + taps.joined(separator: ",\n") + "]}"
    #expect(refusal(text, limits: FileLimits(maximumEvents: 5)) == nil)
    let found = refusal(text, limits: FileLimits(maximumEvents: 4))
    #expect(found?.message == "more than 4 events" && found?.line == 5 && found?.key == "Pattern[4].Event")
  }

  @Test func `too many points are refused at the first one too many`() {
    let steps = #"{"Parameter": {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterValue": 1}}"#
    let text = file(steps, curve("HapticIntensityControl", point("0", "1"), "\n" + point("1", "1")))
    #expect(refusal(text, limits: FileLimits(maximumPoints: 3)) == nil)
    let found = refusal(text, limits: FileLimits(maximumPoints: 2))
    #expect(found?.message == "more than 2 parameters and points of curves" && found?.line == 2)
    #expect(found?.key == "Pattern[1].ParameterCurve.ParameterCurveControlPoints[1]")
  }

  @Test(arguments: [
    ("Event", #""EventType": "HapticTransient""#),
    ("Parameter", #""ParameterID": "HapticIntensityControl", "ParameterValue": 1"#),
    ("ParameterCurve", #""ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": []"#),
  ])
  func `an event that starts after the limit is refused`(_ kind: String, _ members: String) {
    let text = file("{\"\(kind)\": {\(members),\n\"Time\": 3600.5}}")
    let found = refusal(text)
    #expect(found?.message == "starts after 3600 s" && found?.line == 2 && found?.column == 9)
    #expect(found?.key == "Pattern[0].\(kind).Time")
  }

  @Test func `the number of warnings is limited`() throws {
    let keys = (0..<200).map { "\"unknown\($0)\": 1" }
    let text = #"{"Version": 1, "Pattern": [], "# + keys.joined(separator: ",") + "}"
    let found = try warnings(text)
    #expect(found.count == 101)
    #expect(found.last?.message == "100 more warnings are not shown")
  }

  /// A cost that is quadratic in the size of the file would be sixteen times as high.
  @Test func `a file full of mistakes that is four times as long costs about four times as much`() throws {
    func read(_ count: Int) throws {
      let entries = String(repeating: #"{"x":0},"#, count: count)
      #expect(try warnings(#"{"Version":1,"Pattern":["# + entries + "]}").count == 3)
    }
    #expect(try growth(of: { try read(8000) }, over: { try read(2000) }) < 9)
  }
}
