import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import OpenCoreHaptics

/// Pattern dictionaries, and the cast from JSON that iOS sources contain.
@Suite struct DictionaryTests {
  @Test func `only three types of keys survive the cast from JSON, a struct is not one of them`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(#"{ "Pattern": [] }"#.utf8))
    #expect(json as? [String: Any] != nil)
    #expect(json as? [NSString: Any] != nil)
    #expect(json as? [AnyHashable: Any] != nil)
    // If one of these succeeds with a later version of Swift, `CHHapticPattern.Key` can be a struct.
    #expect(json as? [PlainKey: Any] == nil)
    #expect(json as? [CHHapticEvent.EventType: Any] == nil)
  }

  private struct PlainKey: RawRepresentable, Hashable { var rawValue: String }

  @Test func `JSON casts to the key of patterns at each level`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(#"{ "Pattern": [{ "Event": { "Time": 1 } }] }"#.utf8))
    let dictionary = try #require(json as? [CHHapticPattern.Key: Any])
    let entries = try #require(dictionary[.pattern] as? [[CHHapticPattern.Key: Any]])
    let event = try #require(entries.first?[.event] as? [CHHapticPattern.Key: Any])
    #expect(event[.time] as? Double == 1)
  }

  @Test func `keys have the names of AHAP`() {
    let keys: [CHHapticPattern.Key] = [
      .version, .pattern, .event, .eventType, .time, .eventDuration, .eventWaveformPath, .eventParameters,
      .eventWaveformUseVolumeEnvelope, .eventWaveformLoopEnabled, .parameter, .parameterID, .parameterValue,
      .parameterCurve, .parameterCurveControlPoints,
    ]
    #expect(
      keys.map(\.rawValue) == [
        "Version", "Pattern", "Event", "EventType", "Time", "EventDuration", "EventWaveformPath", "EventParameters",
        "EventWaveformUseVolumeEnvelope", "EventWaveformLoopEnabled", "Parameter", "ParameterID", "ParameterValue",
        "ParameterCurve", "ParameterCurveControlPoints",
      ])
    #expect(keys.allSatisfy { $0 == CHHapticPattern.Key(rawValue: $0.rawValue) })
    #expect(CHHapticPattern.Key(7).rawValue == "")
  }

  @Test func `numbers of all types are read`() throws {
    let ones: [Any] = [
      1, Int8(1), UInt64(1), Float(1), 1.0, CGFloat(1), NSNumber(value: 1), NSNumber(value: 1.0), NSDecimalNumber.one,
    ]
    for one in ones { try check(one) }
  }

  private func check(_ one: Any) throws {
    let pattern = try CHHapticPattern(dictionary: [
      .pattern: [
        [
          "Event": [
            "EventType": "HapticContinuous", "Time": one, "EventDuration": one,
            "EventParameters": [["ParameterID": "Sustained", "ParameterValue": one]],
          ] as [String: Any]
        ]
      ]
    ])
    let expected: Pattern = [
      Event(.continuous(duration: .seconds(1)), at: .seconds(1), intensity: 1, sharpness: 0.5)
    ]
    #expect(pattern.pattern == expected, "\(type(of: one))")
  }

  @Test func `strings of all types are read, and objects of Foundation`() throws {
    let event: NSDictionary = [
      NSString("EventType"): NSString("HapticTransient"), NSString("Time"): NSNumber(value: 0.5),
    ]
    let entries: NSArray = [NSDictionary(object: event, forKey: NSString("Event"))]
    for name in ["Version"[...], "Pattern"[...]] as [Substring] {
      let pattern = try CHHapticPattern(dictionary: [
        "Pattern": entries, AnyHashable(name): name == "Pattern" ? entries : 1,
      ])
      #expect(pattern.pattern == [Event(.transient, at: .milliseconds(500), intensity: 1, sharpness: 0.5)])
    }
  }

  @Test func `bools of both types are read for audio`() throws {
    for (yes, no) in [(true as Any, false as Any), (NSNumber(value: true), NSNumber(value: false))] {
      let pattern = try CHHapticPattern(dictionary: [
        .pattern: [
          [
            CHHapticPattern.Key.event: [
              CHHapticPattern.Key.eventType: CHHapticEvent.EventType.audioCustom,
              CHHapticPattern.Key.eventWaveformPath: "a.wav", CHHapticPattern.Key.time: 0,
              CHHapticPattern.Key.eventWaveformLoopEnabled: yes,
              CHHapticPattern.Key.eventWaveformUseVolumeEnvelope: no,
            ] as [CHHapticPattern.Key: Any]
          ]
        ]
      ])
      #expect(
        pattern.pattern.audio.first?.kind == .custom(path: "a.wav", usesVolumeEnvelope: false, isLooping: true))
    }
  }

  @Test func `a dictionary that is not a pattern is refused`() {
    let dictionaries: [[AnyHashable: Any]] = [
      [:], ["Pattern": 7], ["Pattern": "x"], ["Version": 1], [7: []], ["Pattern": [Date()]],
      ["Pattern": [["Event": ["Time": Double.nan]]]], ["Pattern": [["Event": ["Time": -Float.infinity]]]],
    ]
    for dictionary in dictionaries {
      #expect(throws: CHHapticError(.invalidPatternDictionary)) { try CHHapticPattern(dictionary: dictionary) }
    }
  }

  @Test func `deep nesting is refused`() {
    var nested: Any = 1
    for _ in 0..<1000 { nested = [nested] }
    #expect(throws: CHHapticError(.invalidPatternDictionary)) { try CHHapticPattern(dictionary: ["Pattern": nested]) }
    let outer = NSMutableArray()
    var inner = outer
    for _ in 0..<3000 {
      let next = NSMutableArray()
      inner.add(next)
      inner = next
    }
    #expect(throws: CHHapticError(.invalidPatternDictionary)) { try CHHapticPattern(dictionary: ["Pattern": outer]) }
  }

  @Test func `a container that contains itself is refused`() {
    let array = NSMutableArray()
    array.add(array)
    let dictionary = NSMutableDictionary()
    dictionary["Event"] = [dictionary]
    let (first, second) = (NSMutableArray(), NSMutableArray())
    first.add(["Event": second])
    second.add([first] as [Any])
    for container: Any in [array, dictionary, first, [second], ["Event": array]] {
      #expect(throws: CHHapticError(.invalidPatternDictionary)) {
        try CHHapticPattern(dictionary: ["Pattern": container])
      }
    }
    // Without this, the cycles would stay in memory.
    for array in [array, first, second] { array.removeAllObjects() }
    dictionary.removeAllObjects()
  }

  @Test func `a container that contains another one many times is refused`() {
    var nested: Any = NSArray(array: [1])
    for _ in 0..<30 {
      let array = NSMutableArray()
      for _ in 0..<10 { array.add(nested) }
      nested = array
    }
    #expect(throws: CHHapticError(.invalidPatternDictionary)) { try CHHapticPattern(dictionary: ["Pattern": nested]) }
    var swift: Any = String(repeating: "x", count: 1 << 16)
    for _ in 0..<30 { swift = [swift, swift, swift, swift] }
    #expect(throws: CHHapticError(.invalidPatternDictionary)) { try CHHapticPattern(dictionary: ["Pattern": swift]) }
  }

  @Test func `text that needs escapes is read as it is`() throws {
    let path = "a \"b\" \\ \n\u{1}ü😀.wav"
    let pattern = try CHHapticPattern(dictionary: [
      "Pattern": [["Event": ["EventType": "AudioCustom", "EventWaveformPath": path]]]
    ])
    #expect(pattern.pattern.audio.first?.kind == .custom(path: path, usesVolumeEnvelope: true, isLooping: false))
  }

  @Test func `an exported pattern reads as the same pattern`() throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [.init(parameterID: .hapticIntensity, value: 0.3), .init(parameterID: .sustained, value: 0)],
      relativeTime: 0.1, duration: 0.7)
    let tap = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 1, duration: 2)
    let endless = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 2, duration: .infinity)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticSharpnessControl,
      controlPoints: [.init(relativeTime: 0, value: -1), .init(relativeTime: 0.3, value: 0.25)], relativeTime: 0.2)
    let control = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0.4)
    for pattern in [
      try CHHapticPattern(events: [event, tap, endless], parameterCurves: [curve]),
      try CHHapticPattern(events: [event, tap], parameters: [control]),
      try CHHapticPattern(events: [], parameters: []),
    ] {
      let exported = try pattern.exportDictionary()
      let again = try CHHapticPattern(dictionary: exported)
      #expect(again.pattern == pattern.pattern)
      #expect(abs(again.duration - pattern.duration) < 1e-9)
      let json = try JSONSerialization.data(withJSONObject: exported)
      // JSON has the shortest decimals of a `Float`, which are another `Double`.
      let read = try CHHapticPattern(ahap: Array(json), otherwise: .invalidPatternData)
      #expect(read.events.map(\.eventParameters.first?.value) == again.events.map(\.eventParameters.first?.value))
    }
  }

  @Test(arguments: Corpus.files("ahap"))
  func `a pattern file of a public project survives export and import`(_ file: URL) throws {
    guard let pattern = try? CHHapticPattern(contentsOf: file) else { return }
    let again = try CHHapticPattern(dictionary: pattern.exportDictionary())
    #expect(again.pattern.events.count == pattern.pattern.events.count)
    #expect(again.pattern.curves.count == pattern.pattern.curves.count)
    #expect(abs(again.duration - pattern.duration) < 1e-6)
  }

  @Test func `infinite values are exported as numbers of JSON with their sign`() throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [.init(parameterID: .hapticSharpness, value: -.infinity)],
      relativeTime: 0, duration: 1)
    let parameter = CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: -.infinity, relativeTime: 0)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: 0, value: .infinity)], relativeTime: 0)
    for pattern in [
      try CHHapticPattern(events: [event], parameters: [parameter]),
      try CHHapticPattern(events: [event], parameterCurves: [curve]),
    ] {
      let dictionary = try pattern.exportDictionary()
      #expect(JSONSerialization.isValidJSONObject(dictionary))
      #expect(try CHHapticPattern(dictionary: dictionary).pattern == pattern.pattern)
    }
  }
}
