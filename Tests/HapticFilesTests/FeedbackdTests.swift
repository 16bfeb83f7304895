import AHAP
import HapticFiles
import HapticPatterns
import Testing
import TextDiagnostics

@Suite struct FeedbackdTests {
  @Test func `a pattern is felt as strong as its magnitudes feel`() throws {
    let file = try read(
      """
      { "event-name": "notification-new-generic", "type": "VibraPattern",
        "magnitudes": [ 0.25, 0.0, 1 ], "durations": [ 50, 250, 60 ] }
      """, strict: true)
    #expect(file.format == .feedbackd)
    #expect(file.pattern.events == [buzz(0, for: 50, strength(0.25)), buzz(300, for: 60, 1)])
  }

  @Test func `a very short pattern is a tap`() throws {
    let pattern = try read(#"{"type": "VibraPattern", "magnitudes": [0.2], "durations": [7]}"#).pattern
    #expect(pattern.events == [tap(0, strength(0.2), 1)])
  }

  private static let cases1: [(String, [Event])] = [
    (#""duration": 150"#, [buzz(0, for: 150, 1)]),
    ("", [buzz(0, for: 1000, 1)]),
    (
      #""duration": 750, "count": 3, "pause": 100"#,
      [buzz(0, for: 150, 1), buzz(250, for: 150, 1), buzz(500, for: 150, 1)]
    ),
    (#""duration": 150, "magnitude": 0.5"#, [buzz(0, for: 150, strength(0.5))]),
  ]

  @Test(arguments: cases1)
  func `a rumble is bursts with pauses within its duration`(_ members: String, _ events: [Event]) throws {
    let text = #"{"type": "VibraRumble""# + (members.isEmpty ? "" : ", " + members) + "}"
    #expect(try read(text, strict: true).pattern.events == events)
  }

  @Test func `a pattern converted from a rumble can be written`() throws {
    let file = AHAPFile(pattern: try read(#"{"type": "VibraRumble", "duration": 1000, "count": 3}"#).pattern)
    #expect(try AHAPFile.read(file.write()).file == file)
  }

  @Test func `a rumble without time beside its pauses is one burst`() throws {
    let file = try read(#"{"type": "VibraRumble", "duration": 100, "count": 2, "pause": 50}"#)
    #expect(file.pattern.events == [buzz(0, for: 1000, 1)])
    #expect(file.warnings.count == 1)
  }

  @Test func `a periodic vibration may fade in`() throws {
    let pattern = try read(
      """
      { "type": "VibraPeriodic", "magnitude": 32767, "duration": 10000, "fade-in-time": 5000, "fade-in-level": 4096 }
      """, strict: true
    ).pattern
    #expect(pattern.events == [buzz(0, for: 10000, 1)])
    #expect(pattern.curve(.intensity) == [[0, 0.259], [5000, 1]])
    let score = Score(pattern)
    #expect(abs(score.strength(at: .zero).intensity.rawValue - strength(4096 / 32767).rawValue) < 1e-9)
    #expect(score.strength(at: .seconds(7)).intensity == 1)
  }

  private static let cases2: [(String, Event)] = [
    (#""duration": 3000, "magnitude": 16383.5"#, buzz(0, for: 3000, strength(0.5))),
    (#""duration": 10000"#, buzz(0, for: 10000, 1)),
  ]

  @Test(arguments: cases2)
  func `a periodic vibration may be steady`(_ members: String, _ event: Event) throws {
    #expect(try read(#"{"type": "VibraPeriodic", "# + members + "}", strict: true).pattern == [event])
  }

  private static let theme = """
    { "name": "default", "parent-name": "other", "profiles": [
      { "name": "full", "feedbacks": [ { "event-name": "bell-terminal", "type": "Sound", "effect": "bell" } ] },
      { "name": "quiet", "feedbacks": [
        { "event-name": "bell-terminal", "type": "VibraRumble", "duration": 100 },
        { "event-name": "window-close", "type": "VibraRumble", "duration": 25 } ] },
      { "name": "silent", "feedbacks": [ { "event-name": "battery", "type": "Led", "color": "red" } ] } ] }
    """

  @Test func `the feedback for an event is read from a theme`() throws {
    #expect(try read(Self.theme, feedback: "bell-terminal").pattern.events == [buzz(0, for: 100, 1)])
    #expect(try read(Self.theme, feedback: "window-close").pattern.events.map(\.kind) == [.transient])
  }

  @Test func `a theme without a chosen feedback is refused with its names`() {
    #expect(
      refusal(Self.theme)?.description
        == "1:1: a theme with 2 vibrations; select one with #NAME: bell-terminal, window-close")
    #expect(
      refusal(Self.theme, feedback: "bell-termina")?.description
        == #"1:1: no vibration for "bell-termina"; did you mean bell-terminal?"#)
    #expect(
      refusal(Self.theme, feedback: "battery")?.remedy == "select one with #NAME: bell-terminal, window-close")
  }

  private static let cases3: [(String, String)] = [
    (#"{"type": "Led", "color": "red"}"#, #"1:10 type: "Led" is not haptic"#),
    (#"{"type": 7}"#, "1:1 : no type"),
    (#"{"type": "VibraPattern", "magnitudes": [1], "durations": [1, 2]}"#, "1:1 : 1 magnitudes and 2 durations"),
    (#"{"type": "VibraPattern"}"#, "1:1 : 0 magnitudes and 0 durations"),
    (
      #"{"type": "VibraPattern", "magnitudes": ["a"], "durations": [1]}"#,
      "1:41 magnitudes[0]: found a string; expected a magnitude"
    ),
    (#"{"profiles": 1}"#, "1:14 profiles: found a number; expected an array"),
    (#"{"profiles": []}"#, "1:1 : a theme with 0 vibrations"),
  ]

  @Test(arguments: cases3)
  func `an effect that is not felt is refused with its place`(_ text: String, _ message: String) {
    #expect(refusal(text)?.short == message)
  }

  @Test func `values out of range are clamped and warned of`() throws {
    let file = try read(#"{"type": "VibraPattern", "magnitudes": [2], "durations": [-50], "effect": "a"}"#)
    #expect(
      file.warnings.map(\.message).sorted() == [
        #""effect" is unknown; ignored"#, "-50 ms is out of range; read as 0 ms", "2 is out of range; read as 1",
      ])
  }
}
