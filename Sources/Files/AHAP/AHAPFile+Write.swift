internal import HapticPatterns
internal import TextDiagnostics

extension AHAPFile {
  /// Returns the file as AHAP that reads as an equal file: version, metadata, events, parameters, curves, audio. The
  /// text is UTF-8 and independent of the locale.
  ///
  /// Times are rounded to nanoseconds. A continuous event without duration, which only a program can create, is written
  /// with one nanosecond, because a duration of 0 means endless in AHAP.
  public func write() -> [UInt8] {
    let said = metadata.sorted { $0.key < $1.key }.map { Self.member($0.key, JSONText.quoted($0.value)) }
    let members = [
      Self.member(AHAPKey.version, JSONText.number(version.isFinite ? version : 1)),
      Self.member(AHAPKey.metadata, "{" + Self.lines(said) + "}"),
      Self.member(AHAPKey.pattern, "[" + Self.lines(Self.entries(of: pattern)) + "]"),
    ]
    return Array("{\n  \(members.joined(separator: ",\n  "))\n}\n".utf8)
  }

  /// Returns the content of a list on the second level, one entry per line.
  private static func lines(_ entries: [String]) -> String {
    entries.isEmpty ? "" : "\n    " + entries.joined(separator: ",\n    ") + "\n  "
  }

  private static func entries(of pattern: Pattern) -> [String] {
    pattern.events.map { entry(AHAPKey.event, event($0)) }
      + pattern.parameters.map { entry(AHAPKey.parameter, parameter($0)) }
      + pattern.curves.map { entry(AHAPKey.parameterCurve, curve($0)) }
      + pattern.audio.map { entry(AHAPKey.event, sound($0)) }
  }

  // MARK: Pieces

  private static func event(_ event: Event) -> [String] {
    var members = [member(AHAPKey.time, JSONText.seconds(event.time))]
    switch event.kind {
    case .transient:
      members.append(member(AHAPKey.eventType, JSONText.quoted(AHAPEventType.transient.rawValue)))
      if event.logicalDuration > .zero {
        members.append(member(AHAPKey.eventDuration, JSONText.seconds(event.logicalDuration)))
      }
    case .continuous(let duration):
      members.append(member(AHAPKey.eventType, JSONText.quoted(AHAPEventType.continuous.rawValue)))
      let written = duration == Event.endless ? .zero : max(duration, .nanoseconds(1))
      members.append(member(AHAPKey.eventDuration, JSONText.seconds(written)))
    }
    let values = [(AHAPEventParameter.intensity, event.intensity.rawValue), (.sharpness, event.sharpness.rawValue)]
    return members + [parameters(values + envelope(event.envelope))]
  }

  private static func sound(_ sound: AudioEvent) -> [String] {
    var members = [member(AHAPKey.time, JSONText.seconds(sound.time))]
    switch sound.kind {
    case .continuous:
      members.append(member(AHAPKey.eventType, JSONText.quoted(AHAPEventType.audioContinuous.rawValue)))
    case .custom(let path, let usesVolumeEnvelope, let isLooping):
      members.append(member(AHAPKey.eventType, JSONText.quoted(AHAPEventType.audioCustom.rawValue)))
      if let path { members.append(member(AHAPKey.waveformPath, JSONText.quoted(path))) }
      if !usesVolumeEnvelope { members.append(member(AHAPKey.waveformUsesVolumeEnvelope, "false")) }
      if isLooping { members.append(member(AHAPKey.waveformLoopEnabled, "true")) }
    }
    if let duration = sound.duration { members.append(member(AHAPKey.eventDuration, JSONText.seconds(duration))) }
    let values = [
      (AHAPEventParameter.volume, sound.volume), (.pitch, sound.pitch), (.pan, sound.pan),
      (.brightness, sound.brightness),
    ]
    return members + [parameters(values + envelope(sound.envelope))]
  }

  /// Returns the values that differ from the default envelope.
  private static func envelope(_ envelope: Envelope) -> [(AHAPEventParameter, Double)] {
    [
      (AHAPEventParameter.attack, envelope.attack), (.decay, envelope.decay), (.release, envelope.release),
    ].filter { $0.1 != 0 } + (envelope.isSustained ? [] : [(.sustained, 0)])
  }

  private static func parameters(_ values: [(AHAPEventParameter, Double)]) -> String {
    let lines = values.map { parameter, value in
      "{ \(member(AHAPKey.parameterID, JSONText.quoted(parameter.rawValue))), "
        + "\(member(AHAPKey.parameterValue, JSONText.number(value))) }"
    }
    return list(AHAPKey.eventParameters, lines)
  }

  private static func parameter(_ parameter: DynamicParameter) -> [String] {
    [
      member(AHAPKey.time, JSONText.seconds(parameter.time)),
      member(AHAPKey.parameterID, JSONText.quoted(parameter.control.identifier)),
      member(AHAPKey.parameterValue, JSONText.number(parameter.value)),
    ]
  }

  private static func curve(_ curve: ParameterCurve) -> [String] {
    let points = curve.points.map { point in
      "{ \(member(AHAPKey.time, JSONText.seconds(point.time))), "
        + "\(member(AHAPKey.parameterValue, JSONText.number(point.value))) }"
    }
    return [
      member(AHAPKey.time, JSONText.seconds(curve.time)),
      member(AHAPKey.parameterID, JSONText.quoted(curve.control.identifier)), list(AHAPKey.controlPoints, points),
    ]
  }

  // MARK: Text

  private static func member(_ key: String, _ value: String) -> String { "\(JSONText.quoted(key)): \(value)" }

  private static func entry(_ key: String, _ members: [String]) -> String {
    "{ \(member(key, "{ \(members.joined(separator: ", ")) }")) }"
  }

  private static func list(_ key: String, _ lines: [String]) -> String {
    member(key, "[\n      " + lines.joined(separator: ",\n      ") + "\n    ]")
  }
}
