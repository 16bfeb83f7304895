import AHAP
import HapticPatterns
import Testing
import TextDiagnostics

/// A text that is read with a warning, and the expected position of the warning.
struct Leniency: Sendable, CustomTestStringConvertible {
  let text: String
  let key: String
  let line: Int
  let column: Int
  let message: String
  let remedy: String
  var testDescription: String { message }

  init(_ text: String, _ place: (Int, Int), _ key: String, _ message: String, _ remedy: String) {
    self.text = text
    (line, column) = place
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  static let all = [
    Leniency(
      #"{"Pattern": []}"#, (1, 1), "", "no Version; read as 1", #"add "Version": 1"#),
    Leniency(
      "{\"Pattern\": [],\n \"Version\": 2.5}", (2, 13), "Version", "version 2.5 is unknown; read as 1",
      "check the result"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [\n  \(tap()),\n]}", (2, 3 + tap().count), "", "a comma at the end of a list",
      "remove it; strict JSON does not permit it"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [],\n\"Version\": 2}", (2, 1), "",
      "a duplicate key; the first one counts", "keep one of them"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [],\n\"\\u0056ersion\": 2}", (2, 1), "",
      "a duplicate key; the first one counts", "keep one of them"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [],\n\"Naem\": null}", (2, 1), "Naem", #""Naem" is unknown; ignored"#,
      "remove it"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [],\n\"Metdata\": {}}", (2, 1), "Metdata", #""Metdata" is unknown; ignored"#,
      "did you mean Metadata?"),
    Leniency(
      "{\"Version\": 1,\n\"pattern\": []}", (2, 1), "pattern", #""pattern" is read as Pattern"#, "write Pattern"),
    Leniency(
      "{\"Version\": 1,\n\"Metadata\": [], \"Pattern\": []}", (2, 13), "Metadata",
      "found an array; expected an object; ignored", "write { ... }"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [\n7]}", (2, 1), "Pattern[0]", "found a number; expected an object; ignored",
      "write { ... } with its keys"),
    Leniency(
      "{\"Version\": 1, \"Pattern\": [\n{}]}", (2, 1), "Pattern[0]",
      "neither event, parameter nor curve; ignored", "write one of Event, Parameter and ParameterCurve in each"),
    Leniency(
      file(event("\n\"EventType\": \"hapticTransient\", \"Time\": 0")), (2, 14), "Pattern[0].Event.EventType",
      #""hapticTransient" is read as HapticTransient"#, "write HapticTransient"),
    Leniency(
      file(event("\n\"EventType\": \"HapticTransiant\", \"Time\": 0")), (2, 14), "Pattern[0].Event.EventType",
      #""HapticTransiant" is unknown; the event is ignored"#, "did you mean HapticTransient?"),
    Leniency(
      file(#"{"Event": \#n{"Time": 0}}"#), (2, 1), "Pattern[0].Event", "no EventType; the event is ignored",
      #"add "EventType""#),
    Leniency(
      file(#"{"Event": \#n{"EventType": "HapticTransient"}}"#), (2, 1), "Pattern[0].Event", "no Time; read as 0",
      #"add "Time", in seconds"#),
    Leniency(
      file(event("\"EventType\": \"HapticTransient\",\n\"Time\": -0.5")), (2, 9), "Pattern[0].Event.Time",
      "-0.5 s is out of range; read as 0 s", "write 0...3600"),
    Leniency(
      file(event("\"EventType\": \"HapticTransient\",\n\"Time\": \"0.5\"")), (2, 9), "Pattern[0].Event.Time",
      "a number in quotation marks", "remove the quotation marks"),
    Leniency(
      file(#"{"Event": \#n{"EventType": "HapticContinuous", "Time": 0}}"#), (2, 1), "Pattern[0].Event",
      "a continuous event without EventDuration does not end by itself",
      #"add "EventDuration", in seconds; 0 for an endless event"#),
    Leniency(
      file(event("\"EventType\": \"HapticContinuous\", \"Time\": 0,\n\"EventDuration\": -1")), (2, 18),
      "Pattern[0].Event.EventDuration", "a negative duration; the event is ignored",
      "write seconds, or 0 for no end"),
    Leniency(
      file(event("\"EventType\": \"HapticContinuous\", \"Time\": 0,\n\"EventDuration\": 3.4028235e38")), (2, 18),
      "Pattern[0].Event.EventDuration", "3.4028235e+38 s is out of range; read as 3600 s", "write 0...3600"),
    Leniency(
      file(event("\"EventType\": \"HapticTransient\", \"Time\": 0,\n\"EventWaveformPath\": null")), (2, 22),
      "Pattern[0].Event.EventWaveformPath", "null", "remove the key"),
    Leniency(
      file(event("\"EventType\": \"HapticTransient\", \"Time\": 0,\n\"Name\": \"a\"")), (2, 1),
      "Pattern[0].Event.Name", #""Name" is unknown; ignored"#, "remove it"),
    Leniency(
      file(tap("\n" + parameter("HapticIntensity", "4.64"))), (2, 54),
      "Pattern[0].Event.EventParameters[0].ParameterValue", "4.64 is out of range; read as 1", "write 0...1"),
    Leniency(
      file(tap("\n" + parameter("HapticReleaseTime", "0.5"))), (2, 17),
      "Pattern[0].Event.EventParameters[0].ParameterID",
      #""HapticReleaseTime" is unknown; the parameter is ignored"#, "did you mean ReleaseTime?"),
    Leniency(
      file(tap("\n" + parameter("hapticIntensity", "0.5"))), (2, 17),
      "Pattern[0].Event.EventParameters[0].ParameterID", #""hapticIntensity" is read as HapticIntensity"#,
      "write HapticIntensity"),
    Leniency(
      file(tap("\n" + parameter("AudioVolume", "0.5"))), (2, 1), "Pattern[0].Event.EventParameters[0]",
      "AudioVolume has no effect on a HapticTransient", "remove it"),
    Leniency(
      file(tap(parameter("HapticIntensity", "0.5"), "\n" + parameter("HapticIntensity", "0.6"))), (2, 1),
      "Pattern[0].Event.EventParameters[1]", "a duplicate HapticIntensity; the last one counts",
      "keep one of them"),
    Leniency(
      file(tap("\n{\"ParameterID\": \"HapticIntensity\"}")), (2, 1), "Pattern[0].Event.EventParameters[0]",
      "no ParameterValue; HapticIntensity is ignored", "add a number"),
    Leniency(
      file(
        event(#""EventType": "HapticTransient", "Time": 1"#),
        "{\"Event\": \n{\"EventType\": \"HapticTransient\", \"Time\": 0}}"), (2, 1), "Pattern[1].Event",
      "earlier than an event above it; sorted", "sort the events by their times"),
    Leniency(
      file("{\n\"ParameterCurves\": " + String(curve("HapticIntensityControl", point("0", "1")).dropFirst(19))), (2, 1),
      "Pattern[0].ParameterCurves", #""ParameterCurves" is read as ParameterCurve"#, "write ParameterCurve"),
    Leniency(
      file(curve("HapticIntensityControl", point("0", "1"), "\n" + point("3.4028235e38", "0"))), (2, 10),
      "Pattern[0].ParameterCurve.ParameterCurveControlPoints[1].Time",
      "3.4028235e+38 s is out of range; read as 3600 s", "write 0...3600"),
    Leniency(
      file(curve("HapticIntensityControl", point("1", "1"), "\n" + point("0", "0"))), (2, 1),
      "Pattern[0].ParameterCurve.ParameterCurveControlPoints[1]",
      "earlier than the previous point; sorted", "sort the points"),
    Leniency(
      file("{\"ParameterCurve\": \n" + String(curve("HapticIntensityControl").dropFirst(19))), (2, 1),
      "Pattern[0].ParameterCurve", "a curve without points; ignored", "add points, or remove the curve"),
    Leniency(
      file(curve("\n", point("0", "1")).replacingNewlineInID("HapticIntensity")), (2, 16),
      "Pattern[0].ParameterCurve.ParameterID", #""HapticIntensity" is unknown; the curve is ignored"#,
      "did you mean HapticIntensityControl?"),
    Leniency(
      file(event("\"EventType\": \"AudioCustom\", \"Time\": 0,\n\"EventWaveformPath\": \"../secret.wav\"")), (2, 22),
      "Pattern[0].Event.EventWaveformPath", #""../secret.wav" is not a path below the file's folder; ignored"#,
      "put the sound into the folder of the pattern"),
    Leniency(
      file(event("\"EventType\": \"AudioCustom\", \"Time\": 0,\n\"EventWaveformPath\": \"/etc/passwd\"")), (2, 22),
      "Pattern[0].Event.EventWaveformPath", #""/etc/passwd" is not a path below the file's folder; ignored"#,
      "put the sound into the folder of the pattern"),
    Leniency(
      file(#"{"Event": \#n{"EventType": "AudioCustom", "Time": 0}}"#), (2, 1), "Pattern[0].Event",
      "no EventWaveformPath", "add the path of the sound"),
    Leniency(
      file(
        event(
          #""EventType": "HapticContinuous", "EventDuration": 1, "Time": 0, "EventParameters": ["# + "\n"
            + parameter("Sustained", "0.4") + "]")), (2, 48), "Pattern[0].Event.EventParameters[0].ParameterValue",
      "neither 0 nor 1; read as the nearer one", "write 0 or 1"),
  ]
}

extension String {
  /// Returns the text with another identifier on its own line.
  fileprivate func replacingNewlineInID(_ id: String) -> String {
    let parts = split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return parts[0].dropLast(16) + "\n\"ParameterID\": \"" + id + parts[1]
  }
}

@Suite struct LeniencyTests {
  @Test(arguments: Leniency.all)
  func `an error has its place and a remedy`(_ leniency: Leniency) throws {
    let expected = Finding(
      .warning, line: leniency.line, column: leniency.column, key: leniency.key, message: leniency.message,
      remedy: leniency.remedy)
    #expect(try warnings(leniency.text) == [expected])
  }

  @Test func `a file with misspelt curves has its curves`() throws {
    let text = file(#"{"ParameterCurves": "# + curve("HapticIntensityControl", point("0", "1")).dropFirst(19))
    #expect(try read(text).pattern.curves.count == 1)
  }

  @Test func `a value out of range is clamped`() throws {
    let pattern = try read(
      file(tap(parameter("HapticIntensity", "4.64"), parameter("HapticSharpness", "-1")))
    ).pattern
    #expect(pattern.events == [Event(.transient, intensity: 1, sharpness: 0)])
  }

  @Test func `events come in order of time`() throws {
    let times = ["0.2", "0.1", "0.3"]
    let entries = times.map { event(#""EventType": "HapticTransient", "Time": \#($0)"#) }
    let pattern = try read(#"{"Version": 1, "Pattern": ["# + entries.joined(separator: ",") + "]}").pattern
    #expect(pattern.events.map(\.time) == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
  }

  @Test func `an entry with an event and a parameter has both, with a warning`() throws {
    let both =
      #"{"Event": {"Time": 0, "EventType": "HapticTransient"}, "Parameter": "#
      + #"{"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterValue": 0.5}}"#
    let pattern = try read(file(both)).pattern
    #expect(pattern.events.count == 1 && pattern.parameters.count == 1)
    #expect(try warnings(file(both)).map(\.message) == ["more than one part in an entry"])
  }

  @Test func `a repeated mistake is reported once, with its number`() throws {
    let taps = [String](repeating: tap(parameter("HapticIntensity", "2")), count: 5)
    let text = #"{"Version": 1, "Pattern": ["# + taps.joined(separator: ",\n") + "]}"
    let found = try warnings(text)
    #expect(found.map(\.message) == ["2 is out of range; read as 1 (and in 4 more places)"])
    #expect(found[0].line == 1)
  }

  @Test func `warnings come in the order of the text`() throws {
    let text = "{\"Pattern\": [\n\(tap(parameter("HapticIntensity", "2")))],\n\"Zebra\": 1,\n\"Version\": 3,}"
    #expect(try warnings(text).map(\.line) == [2, 3, 4, 4])
  }

  @Test func `words of a file cannot move the cursor`() throws {
    let text = #"{"Version": 1, "Pattern": [], "\u001b[2J\u202e"# + String(repeating: "x", count: 100) + #"": 1}"#
    let finding = try #require(try warnings(text).first)
    #expect(finding.key.hasPrefix(#"\u{1B}[2J\u{202E}xxx"#) && finding.key.hasSuffix("..."))
    #expect(finding.key.count < 80)
    #expect(finding.message.unicodeScalars.allSatisfy { $0.value >= 32 })
  }
}
