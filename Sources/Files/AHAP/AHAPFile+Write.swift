internal import HapticPatterns
internal import TextDiagnostics

extension AHAPFile {
  /// Returns the file as AHAP that reads as an equal file: version, metadata, events, parameters, curves, audio. The
  /// text is UTF-8 and independent of the locale.
  ///
  /// Times are rounded to nanoseconds. A continuous event without duration, which only a program can create, is written
  /// with one nanosecond, because a duration of 0 means endless in AHAP.
  public func write() -> [UInt8] {
    let said = metadata.sorted { $0.key < $1.key }.map { key, value in
      jsonMetadata[key] == value ? Self.member(key, value) : Self.member(key, text: value)
    }
    let members = [
      Self.member(AHAPKey.version, version.isFinite ? version : 1),
      Self.member(AHAPKey.metadata, "{" + JSONText.lines(said, indentation: 4) + "}"),
      Self.member(AHAPKey.pattern, "[" + JSONText.lines(Self.entries(of: pattern), indentation: 4) + "]"),
    ]
    return Array("{\n  \(members.joined(separator: ",\n  "))\n}\n".utf8)
  }

  private static func entries(of pattern: Pattern) -> [String] {
    pattern.events.map { entry(AHAPKey.event, event($0)) }
      + pattern.parameters.map { entry(AHAPKey.parameter, parameter($0)) }
      + pattern.curves.map { entry(AHAPKey.parameterCurve, curve($0)) }
      + pattern.audio.map { entry(AHAPKey.event, sound($0)) }
  }

  // MARK: Pieces

  private static func event(_ event: Event) -> [String] {
    let (type, duration): (AHAPEventType, Duration?) =
      switch event.kind {
      case .transient: (.transient, event.logicalDuration > .zero ? event.logicalDuration : nil)
      case .continuous(Event.endless): (.continuous, .zero)
      case .continuous(let duration): (.continuous, max(duration, .nanoseconds(1)))
      }
    let values = [(AHAPEventParameter.intensity, event.intensity.rawValue), (.sharpness, event.sharpness.rawValue)]
    return start(of: type, at: event.time) + end(duration, values, event.envelope)
  }

  private static func sound(_ sound: AudioEvent) -> [String] {
    var members: [String]
    switch sound.kind {
    case .continuous: members = start(of: .audioContinuous, at: sound.time)
    case .custom(let path, let usesVolumeEnvelope, let isLooping):
      members = start(of: .audioCustom, at: sound.time)
      if let path { members.append(member(AHAPKey.waveformPath, text: path)) }
      if !usesVolumeEnvelope { members.append(member(AHAPKey.waveformUsesVolumeEnvelope, "false")) }
      if isLooping { members.append(member(AHAPKey.waveformLoopEnabled, "true")) }
    }
    let values = [
      (AHAPEventParameter.volume, sound.volume), (.pitch, sound.pitch), (.pan, sound.pan),
      (.brightness, sound.brightness),
    ]
    return members + end(sound.duration, values, sound.envelope)
  }

  private static func start(of type: AHAPEventType, at time: Duration) -> [String] {
    [member(AHAPKey.time, time), member(AHAPKey.eventType, text: type.rawValue)]
  }

  private static func end(
    _ duration: Duration?, _ values: [(AHAPEventParameter, Double)], _ envelope: Envelope
  ) -> [String] {
    let parameters = (values + Self.envelope(envelope)).map { parameter, value in
      object([member(AHAPKey.parameterID, text: parameter.rawValue), member(AHAPKey.parameterValue, value)])
    }
    let length = duration.map { [member(AHAPKey.eventDuration, $0)] } ?? []
    return length + [list(AHAPKey.eventParameters, parameters)]
  }

  /// Returns the values that differ from the default envelope.
  private static func envelope(_ envelope: Envelope) -> [(AHAPEventParameter, Double)] {
    [
      (AHAPEventParameter.attack, envelope.attack), (.decay, envelope.decay), (.release, envelope.release),
    ].filter { $0.1 != 0 } + (envelope.isSustained ? [] : [(.sustained, 0)])
  }

  private static func parameter(_ parameter: DynamicParameter) -> [String] {
    [
      member(AHAPKey.time, parameter.time), member(AHAPKey.parameterID, text: parameter.control.identifier),
      member(AHAPKey.parameterValue, parameter.value),
    ]
  }

  private static func curve(_ curve: ParameterCurve) -> [String] {
    let points = curve.points.map { point in
      object([member(AHAPKey.time, point.time), member(AHAPKey.parameterValue, point.value)])
    }
    return [
      member(AHAPKey.time, curve.time), member(AHAPKey.parameterID, text: curve.control.identifier),
      list(AHAPKey.controlPoints, points),
    ]
  }

  // MARK: Text

  private static func member(_ key: String, _ value: String) -> String { "\(JSONText.quoted(key)): \(value)" }
  private static func member(_ key: String, text: String) -> String { member(key, JSONText.quoted(text)) }
  private static func member(_ key: String, _ number: Double) -> String { member(key, JSONText.number(number)) }
  private static func member(_ key: String, _ time: Duration) -> String { member(key, JSONText.seconds(time)) }

  private static func object(_ members: [String]) -> String { "{ \(members.joined(separator: ", ")) }" }

  private static func entry(_ key: String, _ members: [String]) -> String { object([member(key, object(members))]) }

  private static func list(_ key: String, _ lines: [String]) -> String {
    member(key, "[\n      " + lines.joined(separator: ",\n      ") + "\n    ]")
  }
}
