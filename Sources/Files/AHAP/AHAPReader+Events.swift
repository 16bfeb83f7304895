internal import HapticPatterns
internal import TextDiagnostics

extension AHAPReader {
  private static let types = AHAPEventType.allCases.map { (spelling: $0.rawValue, name: $0) }
  private static let eventParameters = AHAPEventParameter.allCases.map { (spelling: $0.rawValue, name: $0) }

  mutating func readEvent(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    guard events.count + audio.count < report.limits.maximumEvents else {
      throw node.remark("more than \(report.limits.maximumEvents) events", remedy: "split it into several files")
    }
    guard var fields = JSONFields(node, &report) else { return }
    let time = try time(&fields, at: node, isStart: true, &report)
    let type = named(AHAPKey.eventType, among: Self.types, leftOut: "event", &fields, at: node, &report)
    let parameters = fields.elements(AHAPKey.eventParameters, &report)
    let duration = fields.number(AHAPKey.eventDuration, &report)
    let sound = sound(of: type, &fields, at: node, &report)
    fields.finish(&report)
    guard let type else { return }
    checkOrder(of: time, isHaptic: type.isHaptic, at: node, &report)
    let values = values(parameters, of: type, &report)
    let length = length(of: type, duration, at: node, &report)
    switch type {
    case .transient:
      events.append((event(.transient, at: time, values, logicalDuration: length ?? .zero), node.path))
    case .continuous:
      if let length { events.append((event(.continuous(duration: length), at: time, values), node.path)) }
    case .audioContinuous, .audioCustom:
      guard let sound else { return }
      let event = AudioEvent(
        sound, at: time, duration: length, volume: values[.volume] ?? 1, pitch: values[.pitch] ?? 0,
        pan: values[.pan] ?? 0, brightness: values[.brightness] ?? 1, envelope: envelope(values))
      audio.append((event, node.path))
    }
  }

  // MARK: Durations

  /// Returns the duration of an event; nil for an event that cannot be felt, and for the natural length of audio.
  private func length(
    of type: AHAPEventType, _ written: (Double, JSONPath)?, at node: JSONNode, _ report: inout DiagnosticReport
  ) -> Duration? {
    guard let (seconds, path) = written else {
      guard type == .continuous else { return nil }
      // Apple defines that missing values get their defaults, and the default duration is 0, which means endless.
      report.warn(
        "a continuous event without EventDuration does not end by itself", at: .value(node.path),
        remedy: #"add "EventDuration", in seconds; 0 for an endless event"#)
      return Event.endless
    }
    guard seconds != 0 else { return type == .continuous ? Event.endless : nil }
    guard seconds > 0 || type != .continuous else {
      report.warn(
        "a negative duration; the event is ignored", at: .value(path), remedy: "write seconds, or 0 for no end")
      return nil
    }
    let duration = duration(seconds, at: path, &report)
    // A positive duration must not round to 0, which has another meaning.
    return seconds > 0 ? max(duration, .nanoseconds(1)) : nil
  }

  // MARK: Parameters of events

  private func values(
    _ nodes: [JSONNode], of type: AHAPEventType, _ report: inout DiagnosticReport
  ) -> [AHAPEventParameter: Double] {
    var values: [AHAPEventParameter: Double] = [:]
    for node in nodes {
      guard var fields = JSONFields(node, &report) else { continue }
      let parameter = named(
        AHAPKey.parameterID, among: Self.eventParameters, leftOut: "parameter", &fields, at: node, &report)
      let value = fields.number(AHAPKey.parameterValue, &report)
      fields.finish(&report)
      guard let parameter else { continue }
      guard let (number, path) = value else {
        report.warn(
          "no ParameterValue; \(parameter.rawValue) is ignored", at: .value(node.path), remedy: "add a number")
        continue
      }
      if !parameter.applies(to: type) {
        report.warn(
          "\(parameter.rawValue) has no effect on a \(type.rawValue)", at: .value(node.path), remedy: "remove it")
      }
      if values[parameter] != nil {
        report.warn(
          "a duplicate \(parameter.rawValue); the last one counts", at: .value(node.path), remedy: "keep one of them")
      }
      values[parameter] = report.clamped(number, to: parameter.range, at: .value(path))
      if parameter == .sustained, number > 0, number < 1 {
        report.warn("neither 0 nor 1; read as the nearer one", at: .value(path), remedy: "write 0 or 1")
      }
    }
    return values
  }

  private func envelope(_ values: [AHAPEventParameter: Double]) -> Envelope {
    Envelope(
      attack: values[.attack] ?? 0, decay: values[.decay] ?? 0, release: values[.release] ?? 0,
      isSustained: (values[.sustained] ?? 1) >= Self.sustainedFrom)
  }

  /// The least value that counts as 1; valid values are 0 and 1.
  private static let sustainedFrom = 0.5

  private func event(
    _ kind: Event.Kind, at time: Duration, _ values: [AHAPEventParameter: Double], logicalDuration: Duration = .zero
  ) -> Event {
    Event(
      kind, at: time, intensity: values[.intensity].map { Intensity($0) } ?? Event.defaultIntensity,
      sharpness: values[.sharpness].map { Sharpness($0) } ?? Event.defaultSharpness, envelope: envelope(values),
      logicalDuration: logicalDuration)
  }

  // MARK: Sounds

  /// Returns the audio of an event, or nil for a haptic event. Takes the fields that only audio events have.
  private func sound(
    of type: AHAPEventType?, _ fields: inout JSONFields, at node: JSONNode, _ report: inout DiagnosticReport
  ) -> AudioEvent.Kind? {
    if type == .audioContinuous { return .continuous }
    guard type == .audioCustom || fields.hasMore else { return nil }
    let path = fields.string(AHAPKey.waveformPath, &report)
    let usesVolumeEnvelope = fields.bool(AHAPKey.waveformUsesVolumeEnvelope, &report) ?? true
    let isLooping = fields.bool(AHAPKey.waveformLoopEnabled, &report) ?? false
    guard type == .audioCustom else { return nil }
    if path == nil {
      report.warn("no EventWaveformPath", at: .value(node.path), remedy: "add the path of the sound")
    }
    return .custom(
      path: path.flatMap { text, place in checked(text, at: place, &report) },
      usesVolumeEnvelope: usesVolumeEnvelope, isLooping: isLooping)
  }

  /// Returns the path if it is below the file's folder; otherwise nil, with a warning.
  private func checked(_ path: String, at place: JSONPath, _ report: inout DiagnosticReport) -> String? {
    let leadsOut = path.hasPrefix("/") || path.split(separator: "/").contains("..")
    guard leadsOut || path.isEmpty || path.utf8.contains(0) else { return path }
    report.warn(
      "\(Quotation.quoted(path)) is not a path below the file's folder; ignored", at: .value(place),
      remedy: "put the sound into the folder of the pattern")
    return nil
  }
}
