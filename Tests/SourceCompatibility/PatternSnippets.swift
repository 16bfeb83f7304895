import OpenCoreHaptics
import SimulatedDaemon
import Testing

// Applications build patterns in these shapes.

/// The names of a file, as an enumeration of keys.
enum PatternNames: CHHapticPattern.Key.RawValue {
  case pattern = "Pattern"
  case event = "Event"
}

let ahap = """
  { "Version": 1.0, "Metadata": { "Project": "Test" },
    "Pattern": [
      { "Event": { "Time": 0.0, "EventType": "HapticTransient",
        "EventParameters": [ { "ParameterID": "HapticIntensity", "ParameterValue": 0.8 },
          { "ParameterID": "HapticSharpness", "ParameterValue": 0.4 }, ] } },
      { "Event": { "Time": 0.1, "EventType": "HapticContinuous", "EventDuration": 0.1,
        "EventParameters": [ { "ParameterID": "HapticIntensity", "ParameterValue": 1 } ] } },
      { "ParameterCurve": { "ParameterID": "HapticIntensityControl", "Time": 0.1,
        "ParameterCurveControlPoints": [
          { "Time": 0, "ParameterValue": 1 }, { "Time": 0.1, "ParameterValue": 0.5 }, ] } },
    ] }
  """

struct SequencerView {
  var engine: CHHapticEngine?

  mutating func prepareHaptics() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      engine = try CHHapticEngine()
      try engine?.start()
    } catch {
      print("There was an error creating the engine: \(error.localizedDescription)")
    }
  }

  func complexSuccess() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    var events = [CHHapticEvent]()
    for i in stride(from: 0, to: 0.4, by: 0.1) {
      let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: Float(1 - i))
      let sharpness = CHHapticEventParameter(parameterID: .hapticSharpness, value: Float(1 - i))
      let event = CHHapticEvent(eventType: .hapticTransient, parameters: [intensity, sharpness], relativeTime: i)
      events.append(event)
    }
    do {
      let pattern = try CHHapticPattern(events: events, parameters: [])
      let player = try engine?.makePlayer(with: pattern)
      try player?.start(atTime: 0)
    } catch {
      print("Failed to play pattern: \(error.localizedDescription).")
    }
  }
}

@Suite struct `Patterns` {
  let daemon = try! SimulatedDaemon()
  let engine: CHHapticEngine

  init() throws {
    engine = try CHHapticEngine()
    try engine.start()
    daemon.watchLevels()
  }

  private func play(_ pattern: CHHapticPattern) throws { try engine.makePlayer(with: pattern).start(atTime: 0) }

  @Test func `a sequence of taps from a view`() {
    var view = SequencerView()
    view.prepareHaptics()
    #expect(daemon.hasPulsed(2) { view.complexSuccess() })
  }

  @Test func `a dictionary literal`() throws {
    let hapticDict: [CHHapticPattern.Key: Any] = [
      .pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: CHHapticEvent.EventType.hapticTransient,
            CHHapticPattern.Key.time: CHHapticTimeImmediate,
            CHHapticPattern.Key.eventDuration: 1.0,
          ] as [CHHapticPattern.Key: Any]
        ]
      ]
    ]
    try play(CHHapticPattern(dictionary: hapticDict))
    #expect(daemon.hasPulsed())
  }

  @Test func `a dictionary literal with parameters and strings`() throws {
    let pattern = try CHHapticPattern(dictionary: [
      CHHapticPattern.Key.version: 1.0,
      CHHapticPattern.Key.pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: "HapticContinuous", CHHapticPattern.Key.time: 0,
            CHHapticPattern.Key.eventDuration: Float(0.2),
            CHHapticPattern.Key.eventParameters: [
              [
                CHHapticPattern.Key.parameterID: CHHapticEvent.ParameterID.hapticIntensity,
                CHHapticPattern.Key.parameterValue: CGFloat(0.9),
              ] as [CHHapticPattern.Key: Any]
            ],
          ] as [CHHapticPattern.Key: Any]
        ]
      ],
    ])
    #expect(abs(pattern.duration - 0.2) < 0.0001)
    try play(pattern)
    #expect(daemon.hasPulsed())
  }

  @Test func `a dictionary from JSON, with a conditional cast`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(ahap.utf8), options: [])
    guard let dictionary = object as? [CHHapticPattern.Key: Any] else {
      Issue.record("the cast gives nil")
      return
    }
    #expect(try daemon.hasPulsed(2) { try play(CHHapticPattern(dictionary: dictionary)) })
  }

  @Test func `a dictionary from JSON, with a forced cast`() throws {
    let dictionary =
      try JSONSerialization.jsonObject(with: Data(ahap.utf8)) as! [CHHapticPattern.Key: Any]
    let pattern = try CHHapticPattern(dictionary: dictionary)
    #expect(abs(pattern.duration - 0.2) < 0.0001)
    let events = dictionary[.pattern] as? [[CHHapticPattern.Key: Any]]
    #expect(events?.count == 3 && events?[0][.event] is [CHHapticPattern.Key: Any])
  }

  @Test func `keys that are made from strings`() throws {
    let strings = try JSONSerialization.jsonObject(with: Data(ahap.utf8)) as? [String: Any] ?? [:]
    let keyed = Dictionary(uniqueKeysWithValues: strings.map { (CHHapticPattern.Key(rawValue: $0), $1) })
    #expect(keyed[CHHapticPattern.Key(rawValue: PatternNames.pattern.rawValue)] != nil)
    #expect(CHHapticPattern.Key.eventParameters.rawValue == "EventParameters")
    #expect(try daemon.hasPulsed(2) { try play(CHHapticPattern(dictionary: keyed)) })
  }

  @Test func `a dictionary of strings`() throws {
    let strings = try JSONSerialization.jsonObject(with: Data(ahap.utf8)) as? [String: Any] ?? [:]
    #expect(try daemon.hasPulsed(2) { try play(CHHapticPattern(dictionary: strings)) })
  }

  @Test func `an AHAP file`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ahap")
    try Data(ahap.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try daemon.hasPulsed(2) { try engine.playPattern(from: url) })
    #expect(abs(try CHHapticPattern(contentsOf: url).duration - 0.2) < 0.0001)
    #expect(throws: CHHapticError(.fileNotFound)) { try engine.playPattern(from: url.appendingPathExtension("x")) }
  }

  @Test func `the bytes of an AHAP file, with an engine that is not started`() throws {
    let engine = try CHHapticEngine()
    #expect(try daemon.hasPulsed(2) { try engine.playPattern(from: Data(ahap.utf8)) })
    #expect(throws: CHHapticError(.invalidPatternData)) { try engine.playPattern(from: Data("[]".utf8)) }
  }

  @Test func `a continuous event with a curve`() throws {
    let start = CHHapticParameterCurve.ControlPoint(relativeTime: 0, value: 1)
    let end = CHHapticParameterCurve.ControlPoint(relativeTime: 0.3, value: 0)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [start, end], relativeTime: 0)
    let sharpness = CHHapticEventParameter(parameterID: .hapticSharpness, value: 0)
    let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [sharpness, intensity], relativeTime: 0, duration: 0.3)
    try play(CHHapticPattern(events: [event], parameterCurves: [curve]))
    #expect(daemon.hasPulsed())
    #expect(curve.controlPoints.map(\.value) == [1, 0] && curve.parameterID == .hapticIntensityControl)
  }

  @Test func `an envelope and dynamic parameters inside of a pattern`() throws {
    let parameters: [CHHapticEventParameter] = [
      .init(parameterID: .attackTime, value: 0.3), .init(parameterID: .decayTime, value: 0.5),
      .init(parameterID: .releaseTime, value: 0.2), .init(parameterID: .sustained, value: 0),
    ]
    let controls: [CHHapticDynamicParameter] = [
      .init(parameterID: .hapticAttackTimeControl, value: 0.1, relativeTime: 0),
      .init(parameterID: .hapticDecayTimeControl, value: -0.1, relativeTime: 0),
      .init(parameterID: .hapticReleaseTimeControl, value: 0, relativeTime: 0),
      .init(parameterID: .hapticSharpnessControl, value: 0.2, relativeTime: 0.05),
      .init(parameterID: .hapticIntensityControl, value: 0.9, relativeTime: 0.1),
    ]
    let event = CHHapticEvent(eventType: .hapticContinuous, parameters: parameters, relativeTime: 0, duration: 0.5)
    try play(CHHapticPattern(events: [event], parameters: controls))
    #expect(daemon.hasPulsed())
  }

  @Test func `events that are changed before their use`() throws {
    let event = CHHapticEvent(
      eventType: .hapticTransient, parameters: [CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.1)],
      relativeTime: 0)
    event.eventParameters[0].value = 1
    event.relativeTime = 0.05
    event.duration = 0.4
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    event.relativeTime = 100
    #expect(abs(pattern.duration - 0.45) < 0.0001 && event.type == .hapticTransient)
    try play(pattern)
    #expect(daemon.hasPulsed())
  }

  @Test func `a custom sound with haptics`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).wav")
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let resource: CHHapticAudioResourceID = try engine.registerAudioResource(
      url, options: [CHHapticAudioResourceKeyUseVolumeEnvelope: true, CHHapticAudioResourceKeyLoopEnabled: false])
    _ = try engine.registerAudioResource(url)
    let volume = CHHapticEventParameter(parameterID: .audioVolume, value: 0.5)
    let sound = CHHapticEvent(audioResourceID: resource, parameters: [volume], relativeTime: 0)
    let cut = CHHapticEvent(audioResourceID: resource, parameters: [], relativeTime: 0, duration: 0.1)
    let tone = CHHapticEvent(
      eventType: .audioContinuous,
      parameters: [
        .init(parameterID: .audioPitch, value: -0.2), .init(parameterID: .audioPan, value: 1),
        .init(parameterID: .audioBrightness, value: 0.3),
      ], relativeTime: 0, duration: 0.1)
    let tap = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)
    let pattern = try CHHapticPattern(events: [sound, cut, tone, tap], parameters: [])
    try play(pattern)
    #expect(daemon.hasPulsed())
    #expect(throws: CHHapticError(.operationNotPermitted)) { try pattern.exportDictionary() }
    try engine.unregisterAudioResource(resource)
    #expect(throws: CHHapticError(.invalidAudioResource)) { try engine.unregisterAudioResource(resource) }
  }

  @Test func `an exported dictionary`() throws {
    let dictionary = try CHHapticPattern(dictionary: ["Pattern": [["Event": ["EventType": "HapticTransient"]]]])
      .exportDictionary()
    let pattern = dictionary[.pattern] as? [[CHHapticPattern.Key: Any]]
    let event = pattern?.first?[.event] as? [CHHapticPattern.Key: Any]
    #expect(event?[.eventType] as? CHHapticEvent.EventType == .hapticTransient)
    #expect(event?[.eventType] as? String == "HapticTransient")
    #expect(event?[.time] as? TimeInterval == 0 && event?[.eventDuration] as? TimeInterval == 0)
    let parameter = (event?[.eventParameters] as? [[CHHapticPattern.Key: Any]])?.first
    #expect(parameter?[.parameterID] as? CHHapticEvent.ParameterID == .hapticIntensity)
    #expect(parameter?[.parameterValue] as? Float == 1)
    let json = try JSONSerialization.data(withJSONObject: dictionary)
    try play(
      CHHapticPattern(dictionary: JSONSerialization.jsonObject(with: json) as? [CHHapticPattern.Key: Any] ?? [:]))
    #expect(daemon.hasPulsed())
  }

  @Test func `an endless event`() throws {
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: TimeInterval(GCHapticDurationInfinite))
    let player = try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: []))
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    try player.stop(atTime: 0)
    #expect(daemon.isOff)
  }
}
