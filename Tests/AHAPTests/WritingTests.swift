import AHAP
import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@Suite struct WritingTests {
  @Test func `a file is written for people to read`() throws {
    let pattern = Pattern(
      [
        Event(.transient, at: .milliseconds(500), intensity: 0.5, sharpness: 1, logicalDuration: .seconds(1)),
        Event(
          .continuous(duration: Event.endless), intensity: 1, sharpness: 0.25,
          envelope: Envelope(release: 0.1, isSustained: false)),
      ],
      parameters: [DynamicParameter(.sharpness, -0.5, at: .nanoseconds(1))],
      curves: [ParameterCurve(.intensity, at: .seconds(2), [ParameterCurve.Point(at: .milliseconds(20), 1)])],
      audio: [AudioEvent(.custom(path: "a \"b\".wav", usesVolumeEnvelope: false, isLooping: true))])
    let file = AHAPFile(pattern: pattern, metadata: ["Project": "x\ny", "Author": "é"])
    #expect(
      String(decoding: file.write(), as: UTF8.self) == """
        {
          "Version": 1.0,
          "Metadata": {
            "Author": "é",
            "Project": "x\\ny"
          },
          "Pattern": [
            { "Event": { "Time": 0.0, "EventType": "HapticContinuous", "EventDuration": 0.0, "EventParameters": [
              { "ParameterID": "HapticIntensity", "ParameterValue": 1.0 },
              { "ParameterID": "HapticSharpness", "ParameterValue": 0.25 },
              { "ParameterID": "ReleaseTime", "ParameterValue": 0.1 },
              { "ParameterID": "Sustained", "ParameterValue": 0.0 }
            ] } },
            { "Event": { "Time": 0.5, "EventType": "HapticTransient", "EventDuration": 1.0, "EventParameters": [
              { "ParameterID": "HapticIntensity", "ParameterValue": 0.5 },
              { "ParameterID": "HapticSharpness", "ParameterValue": 1.0 }
            ] } },
            { "Parameter": { "Time": 0.000000001, "ParameterID": "HapticSharpnessControl", "ParameterValue": -0.5 } },
            { "ParameterCurve": { "Time": 2.0, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": [
              { "Time": 0.02, "ParameterValue": 1.0 }
            ] } },
            { "Event": { "Time": 0.0, "EventType": "AudioCustom", "EventWaveformPath": "a \\"b\\".wav", \
        "EventWaveformUseVolumeEnvelope": false, "EventWaveformLoopEnabled": true, "EventParameters": [
              { "ParameterID": "AudioVolume", "ParameterValue": 1.0 },
              { "ParameterID": "AudioPitch", "ParameterValue": 0.0 },
              { "ParameterID": "AudioPan", "ParameterValue": 0.0 },
              { "ParameterID": "AudioBrightness", "ParameterValue": 1.0 }
            ] } }
          ]
        }

        """)
    #expect(try readExactly(file.write()) == file)
  }

  @Test func `metadata that is no text is written as it was, until a program sets it`() throws {
    let metadata = #"{"Tags": ["a", 1.5, null, true], "More": {"b": {"c": 1}}, "Take": 2, "Text": "[1]"}"#
    var file = try read(#"{"Version": 1, "Metadata": \#(metadata), "Pattern": []}"#)
    func written() throws -> NSDictionary? {
      let root = try JSONSerialization.jsonObject(with: Data(file.write())) as? NSDictionary
      return root?["Metadata"] as? NSDictionary
    }
    #expect(try written() == JSONSerialization.jsonObject(with: Data(metadata.utf8)) as? NSDictionary)
    #expect(try readExactly(file.write()) == file)

    file.metadata["Tags"] = "none"
    file.metadata["Take"] = nil
    let more = ["b": ["c": 1]]
    #expect(try written() == ["Tags": "none", "More": more, "Text": "[1]"])
  }

  @Test func `an empty pattern is written and read`() throws {
    let file = AHAPFile(pattern: [])
    #expect(
      String(decoding: file.write(), as: UTF8.self) == """
        {
          "Version": 1.0,
          "Metadata": {},
          "Pattern": []
        }

        """)
    #expect(try readExactly(file.write()) == file)
  }

  @Test func `another JSON reader accepts a written file`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(RandomFiles(seed: 7).next().write())) as? [String: Any]
    #expect(object?["Version"] as? Double == 1)
  }

  @Test func `an event of no time at all does not become one without end`() throws {
    let file = AHAPFile(pattern: [Event(.continuous(duration: .zero), intensity: 1, sharpness: 1)])
    let read = try AHAPFile.read(file.write()).file
    #expect(read.pattern.events[0].kind == .continuous(duration: .nanoseconds(1)))
  }

  @Test func `a version that is no number is written as 1`() throws {
    #expect(try readExactly(AHAPFile(pattern: [], version: .nan).write()).version == 1)
  }

  @Test func `a written pattern reads back equal, without a warning`() throws {
    let files = RandomFiles(seed: 1)
    for _ in 0..<300 {
      let file = files.next()
      let (read, warnings) = try AHAPFile.read(file.write())
      #expect(read == file)
      #expect(warnings.isEmpty)
    }
  }
}
