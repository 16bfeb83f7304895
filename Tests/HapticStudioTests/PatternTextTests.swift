import AHAP
import Foundation
import HapticPatterns
import HapticStudio
import Testing
import TextDiagnostics

/// Edits in the text of a pattern.
@Suite struct PatternTextTests {
  private static let odd = """
    {"Pattern" : [ // ,
      {"Event": {"Comment": "knock, knock",  "Time":0, "EventType":"HapticTransient",
         "EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.8}]}},
      { "ParameterCurve": { "ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterCurveControlPoints": [
        { "Time": 0, "ParameterValue": 1 }, { "Time": 0.5, "ParameterValue": 0.25 } ] } },
      {"Event":{"EventType":"HapticContinuous","Time":0.1,"EventDuration":1}},
      {"Parameter":{"ParameterID":"HapticSharpnessControl","Time":0.2,"ParameterValue":0.5}}
     ],
     "Version": 1.0, "Made by": "hand"}
    """.replacing(" // ,", with: "")

  private func edited(_ edits: PatternEdit..., in text: String = Self.odd) throws -> String {
    var pattern = PatternText(Array(text.utf8))
    try pattern.apply(edits)
    return String(decoding: pattern.bytes, as: UTF8.self)
  }

  private func read(_ text: String) throws -> Pattern { try AHAPFile.read(Array(text.utf8)).file.pattern }

  @Test func `a value is replaced in its place, and all else stays`() throws {
    #expect(
      try edited(.set(entry: 0, .intensity, .number(0.5)), .set(entry: 2, .time, .number(0.125)))
        == Self.odd.replacing(":0.8", with: ":0.5").replacing(#""Time":0.1,"E"#, with: #""Time":0.125,"E"#))
    #expect(
      try edited(.setPoint(entry: 1, point: 1, .value, 0.75))
        == Self.odd.replacing("0.25", with: "0.75"))
    #expect(
      try edited(.set(entry: 3, .control, .name("HapticIntensityControl")))
        == Self.odd.replacing("HapticSharpnessControl", with: "HapticIntensityControl"))
  }

  @Test func `the later of two edits of the same value counts`() throws {
    let text = try edited(.set(entry: 0, .time, .number(1)), .set(entry: 0, .time, .number(0.5)))
    #expect(text == Self.odd.replacing(#""Time":0, "E"#, with: #""Time":0.5, "E"#))
  }

  @Test func `a missing value is added`() throws {
    let text = try edited(
      .set(entry: 2, .time, .number(0.3)), .set(entry: 2, .sharpness, .number(0.9)),
      .set(entry: 2, .intensity, .number(0.4)),
      .set(entry: 0, .sharpness, .number(0.1)))
    let pattern = try read(text)
    #expect(pattern.events[0].sharpness == 0.1 && pattern.events[0].intensity == 0.8)
    #expect(pattern.events[1].sharpness == 0.9 && pattern.events[1].intensity == 0.4)
    #expect(pattern.events[1].time == .milliseconds(300))
    #expect(text.contains("knock, knock") && text.contains("Made by"))
  }

  @Test func `the kind of an event changes with its duration`() throws {
    let text = try edited(.set(entry: 0, .kind, .name("continuous")), .set(entry: 2, .kind, .name("transient")))
    let pattern = try read(text)
    #expect(pattern.events.map(\.kind) == [.continuous(duration: .milliseconds(100)), .transient])
    #expect(!text.contains(#""EventDuration":1"#))
  }

  @Test func `a new part is written before the first later one, in the layout of the file`() throws {
    let tap = Event(.transient, at: .milliseconds(50), intensity: 0.5, sharpness: 0.25)
    var pattern = PatternText(Array(Self.odd.utf8))
    try pattern.apply([.add([tap])])
    #expect(pattern.added == [1])
    let text = String(decoding: pattern.bytes, as: UTF8.self)
    #expect(try read(text).events[1] == tap)
    #expect(text.contains("}},\n  { \"Event\": { \"Time\": 0.05,"))
    #expect(text.contains("} },\n  { \"ParameterCurve\""))
  }

  @Test func `a part is added to an empty list, and at the end`() throws {
    let curve = ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .seconds(1), 0)])
    let text = try edited(
      .add([Event(.transient, intensity: 1, sharpness: 0)]), .add(Pattern([], curves: [curve])),
      .add(Pattern([], parameters: [DynamicParameter(.sharpness, 0.5, at: .seconds(2))])),
      in: #"{"Version":1,"Pattern":[]}"#)
    let pattern = try read(text)
    #expect(pattern.events.count == 1 && pattern.curves == [curve] && pattern.parameters.count == 1)
  }

  @Test func `entries and points are removed with their commas`() throws {
    for entry in 0..<4 {
      let text = try edited(.remove(entry: entry))
      let pattern = try read(text)
      #expect(pattern.events.count + pattern.curves.count + pattern.parameters.count == 3, "\(entry)")
    }
    let none = try edited(.remove(entry: 3), .remove(entry: 0), .remove(entry: 1), .remove(entry: 0))
    #expect(try read(none) == Pattern([]))
    #expect(try read(edited(.removePoint(entry: 1, point: 0))).curves[0].points.count == 1)
    #expect(try read(edited(.removePoint(entry: 1, point: 1))).curves[0].points == [.init(at: .zero, 1)])
  }

  @Test func `a point is added in order of time`() throws {
    let pattern = try read(edited(.addPoint(entry: 1, time: 0.25, value: 0.5), .addPoint(entry: 1, time: 2, value: 0)))
    #expect(pattern.curves[0].points.map(\.value) == [1, 0.5, 0.25, 0])
  }

  @Test func `entries are sorted only on request, and keep their order at the same time`() throws {
    let moved = try edited(.set(entry: 0, .time, .number(1)))
    #expect(
      try #require(moved.range(of: "knock")).lowerBound < #require(moved.range(of: "HapticContinuous")).lowerBound)
    let sorted = try edited(.set(entry: 0, .time, .number(1)), .sort)
    #expect(try read(sorted) == read(moved))
    #expect(
      try #require(sorted.range(of: "knock")).lowerBound > #require(sorted.range(of: "HapticSharpness")).lowerBound)
    #expect(
      try #require(sorted.range(of: "ParameterCurve")).lowerBound
        < #require(sorted.range(of: "HapticContinuous")).lowerBound)
  }

  @Test func `an edit of something that is not there is refused`() {
    let edits: [PatternEdit] = [
      .set(entry: 9, .time, .number(1)), .set(entry: 1, .intensity, .number(1)), .set(entry: 0, .control, .name("a")),
      .set(entry: 3, .duration, .number(1)), .setPoint(entry: 0, point: 0, .time, 1),
      .setPoint(entry: 1, point: 2, .time, 1), .remove(entry: 4), .removePoint(entry: 1, point: 2),
      .addPoint(entry: 2, time: 0, value: 0),
    ]
    for edit in edits { #expect(throws: StudioError.self, "\(edit)") { try edited(edit) } }
  }

  @Test func `keys in another case, with escapes or repeated are those that the reader takes`() throws {
    let text = #"{"pattern":[{"Event":{"T\u0069me":1,"Time":2,"eventtype":"HapticTransient"}}]}"#
    #expect(try read(text).events[0].time == .seconds(1))
    #expect(try read(edited(.set(entry: 0, .time, .number(3)), in: text)).events[0].time == .seconds(3))
    #expect(
      try read(edited(.set(entry: 0, .kind, .name("continuous")), in: text)).events[0].kind
        == .continuous(duration: .milliseconds(100)))
  }

  @Test func `edits of the page are read, and bad ones are refused`() throws {
    func edit(_ text: String) throws -> PatternEdit { try PatternEdit(JSONDocument(Array(text.utf8)).root.value) }
    #expect(
      try edit(#"{"op":"set","entry":1,"key":"intensity","value":0.5}"#) == .set(entry: 1, .intensity, .number(0.5)))
    #expect(
      try edit(#"{"op":"set","entry":1,"point":2,"key":"time","value":1}"#) == .setPoint(entry: 1, point: 2, .time, 1))
    #expect(try edit(#"{"op":"remove","entry":1,"point":0}"#) == .removePoint(entry: 1, point: 0))
    #expect(try edit(#"{"op":"sort"}"#) == .sort)
    for bad in [
      "[]", "{}", #"{"op":"odd"}"#, #"{"op":"set","entry":-1,"key":"time","value":0}"#,
      #"{"op":"set","entry":0.5,"key":"time","value":0}"#, #"{"op":"set","entry":0,"key":"time","value":"1"}"#,
      #"{"op":"set","entry":0,"key":"intensity","value":1.5}"#, #"{"op":"set","entry":0,"key":"odd","value":1}"#,
      #"{"op":"set","entry":0,"key":"kind","value":"odd"}"#, #"{"op":"set","entry":0,"key":"control","value":"odd"}"#,
      #"{"op":"add","kind":"curve","control":"HapticIntensityControl","time":0,"points":[]}"#,
      #"{"op":"add","kind":"odd","time":0}"#, #"{"op":"add","kind":"transient","time":3601}"#,
      #"{"op":"add","kind":"continuous","time":0}"#,
    ] { #expect(throws: StudioError.self, "\(bad)") { try edit(bad) } }
  }
}
