import AHAP
import HapticPatterns
import Testing
import TextDiagnostics

@Suite struct ReadingTests {
  @Test func `a file with all keys is read completely`() throws {
    let text = """
      {
        "Version": 1.0,
        "Metadata": { "Project": "Example" },
        "Pattern": [
          { "Event": { "Time": 0.25, "EventType": "HapticTransient", "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 0.5 },
            { "ParameterID": "HapticSharpness", "ParameterValue": 0.25 } ] } },
          { "Event": { "Time": 1, "EventType": "HapticContinuous", "EventDuration": 0.5, "EventParameters": [
            { "ParameterID": "AttackTime", "ParameterValue": 0.1 },
            { "ParameterID": "DecayTime", "ParameterValue": 0.2 },
            { "ParameterID": "ReleaseTime", "ParameterValue": 0.3 },
            { "ParameterID": "Sustained", "ParameterValue": 0 } ] } },
          { "Parameter": { "Time": 0.5, "ParameterID": "HapticSharpnessControl", "ParameterValue": -0.5 } },
          { "ParameterCurve": { "Time": 1, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": [
            { "Time": 0, "ParameterValue": 1 }, { "Time": 0.5, "ParameterValue": 0 } ] } },
          { "Event": { "Time": 2, "EventType": "AudioCustom", "EventDuration": 3, "EventWaveformPath": "a/b.wav",
            "EventWaveformLoopEnabled": true, "EventWaveformUseVolumeEnvelope": false, "EventParameters": [
            { "ParameterID": "AudioVolume", "ParameterValue": 0.75 },
            { "ParameterID": "AudioPitch", "ParameterValue": -0.5 } ] } },
          { "Event": { "Time": 3, "EventType": "AudioContinuous", "EventParameters": [] } }
        ]
      }
      """
    let (read, warnings) = try AHAPFile.read(Array(text.utf8))
    let pattern = Pattern(
      [
        Event(.transient, at: .milliseconds(250), intensity: 0.5, sharpness: 0.25),
        Event(
          .continuous(duration: .milliseconds(500)), at: .seconds(1), intensity: Event.defaultIntensity,
          sharpness: Event.defaultSharpness,
          envelope: Envelope(attack: 0.1, decay: 0.2, release: 0.3, isSustained: false)),
      ],
      parameters: [DynamicParameter(.sharpness, -0.5, at: .milliseconds(500))],
      curves: [
        ParameterCurve(
          .intensity, at: .seconds(1),
          [ParameterCurve.Point(at: .zero, 1), ParameterCurve.Point(at: .milliseconds(500), 0)])
      ],
      audio: [
        AudioEvent(
          .custom(path: "a/b.wav", usesVolumeEnvelope: false, isLooping: true), at: .seconds(2), duration: .seconds(3),
          volume: 0.75, pitch: -0.5),
        AudioEvent(.continuous, at: .seconds(3)),
      ])
    #expect(read == AHAPFile(pattern: pattern, version: 1, metadata: ["Project": "Example"]))
    #expect(warnings.isEmpty)
  }

  @Test func `an event without parameters has the defaults`() throws {
    let event = try read(file(event(#""Time": 0, "EventType": "HapticTransient""#))).pattern.events[0]
    #expect(event == Event(.transient, intensity: Event.defaultIntensity, sharpness: Event.defaultSharpness))
  }

  @Test func `every dynamic parameter has its name`() throws {
    let names = [
      "HapticIntensityControl", "HapticSharpnessControl", "HapticAttackTimeControl", "HapticDecayTimeControl",
      "HapticReleaseTimeControl", "AudioVolumeControl", "AudioBrightnessControl", "AudioPanControl",
      "AudioPitchControl", "AudioAttackTimeControl", "AudioDecayTimeControl", "AudioReleaseTimeControl",
    ]
    let entries = names.map { #"{"Parameter": {"ParameterID": "\#($0)", "ParameterValue": 0.5, "Time": 0}}"# }
    let text = #"{"Version": 1, "Pattern": ["# + entries.joined(separator: ",") + "]}"
    #expect(try read(text).pattern.parameters.map(\.control) == Control.allCases)
  }

  @Test func `a duration of nothing has no end`() throws {
    let text = file(event(#""Time": 0, "EventType": "HapticContinuous", "EventDuration": 0"#))
    #expect(try read(text).pattern.events[0].kind == .continuous(duration: Event.endless))
    #expect(try warnings(text).isEmpty)
  }

  @Test func `a duration that rounds to nothing still ends`() throws {
    let text = file(event(#""Time": 0, "EventType": "HapticContinuous", "EventDuration": 1e-12"#))
    #expect(try read(text).pattern.events[0].kind == .continuous(duration: .nanoseconds(1)))
  }

  @Test func `a tap may have a logical length`() throws {
    let text = file(event(#""Time": 0, "EventType": "HapticTransient", "EventDuration": 0.5"#))
    let event = try read(text).pattern.events[0]
    #expect(event.kind == .transient && event.logicalDuration == .milliseconds(500))
    #expect(try warnings(text).isEmpty)
  }

  @Test func `times are rounded to nanoseconds`() throws {
    let text = file(event(#""Time": 0.12345678949, "EventType": "HapticTransient""#))
    #expect(try read(text).pattern.events[0].time == .nanoseconds(123_456_789))
  }

  @Test func `metadata that is no text is kept as JSON`() throws {
    let text =
      #"{"Version": 1, "Metadata": {"Tags": ["a", 1.5, null, true], "More": {"b": 1, "a": "x"}}, "Pattern": []}"#
    let metadata = try read(text).metadata
    #expect(metadata == ["Tags": #"["a", 1.5, null, true]"#, "More": #"{"a": "x", "b": 1.0}"#])
  }

  @Test func `a file that begins with a byte order mark is read`() throws {
    let bytes = [0xef, 0xbb, 0xbf] + Array(file(tap()).utf8)
    #expect(try readExactly(bytes).pattern.events.count == 1)
  }

  @Test func `the outline has the line of each event and curve`() throws {
    let text = file(
      event(#""Time": 1, "EventType": "HapticTransient""#), event(#""Time": 0, "EventType": "Nothing""#),
      curve("HapticIntensityControl", at: "2", point("0", "1")), event(#""Time": 0, "EventType": "HapticTransient""#),
      curve("HapticIntensityControl", at: "1", point("0", "1")),
      event(#""Time": 0, "EventType": "AudioContinuous""#),
      #"{"Parameter": {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterValue": 1}}"#)
    let outline = try AHAPFile.read(try JSONDocument(Array(text.utf8))).outline
    #expect(outline.events.map(\.description) == ["Pattern[3].Event", "Pattern[0].Event"])
    #expect(outline.curves.map(\.description) == ["Pattern[4].ParameterCurve", "Pattern[2].ParameterCurve"])
    #expect(outline.audio.map(\.description) == ["Pattern[5].Event"])
    #expect(outline.parameters.map(\.description) == ["Pattern[6].Parameter"])
  }
}
