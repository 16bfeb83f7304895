internal import Foundation
internal import HapticPatterns
internal import TextDiagnostics

// The parts as hapticd plays them, and back.

extension Pattern {
  /// The pattern with silent events as long as its audio events, so that a playback lasts as long as its audio.
  var withTimeOfAudio: Pattern {
    let silence = audio.compactMap { sound -> Event? in
      guard sound.end > duration, let length = sound.duration else { return nil }
      return Event(.transient, at: sound.time, intensity: 0, sharpness: 0, logicalDuration: length)
    }
    if silence.isEmpty { return self }
    return Pattern(events + silence, parameters: parameters, curves: curves, audio: audio)
  }
}

extension CHHapticEvent {
  /// Returns a copy, which the application cannot change.
  ///
  /// - Throws: the error of the first value that a pattern cannot have.
  func checkedCopy() throws(CHHapticError) -> CHHapticEvent {
    guard type.known != nil else { throw CHHapticError(.invalidEventType, "'\(type)' is not an event type") }
    guard relativeTime >= 0, relativeTime.isFinite else {
      throw CHHapticError(.invalidEventTime, "an event at \(relativeTime) s; expected 0 or more")
    }
    guard duration >= 0 else {
      throw CHHapticError(.invalidEventDuration, "an event of \(duration) s; expected 0 or more")
    }
    for parameter in eventParameters {
      guard parameter.parameterID.known != nil else {
        throw CHHapticError(.invalidParameterType, "'\(parameter.parameterID)' is not a parameter of an event")
      }
      if parameter.value.isNaN {
        throw CHHapticError(.badParameterEntry, "\(parameter.parameterID) is not a number")
      }
    }
    let parameters = eventParameters.map { CHHapticEventParameter(parameterID: $0.parameterID, value: $0.value) }
    return CHHapticEvent(type, parameters, relativeTime, duration, audio: audio, isOfResource: isOfResource)
  }

  var event: Event? {
    guard type.isHaptic else { return nil }
    let length = duration > 0 ? Duration.ofPattern(duration) : Event.endless
    let kind: Event.Kind = type == .hapticTransient ? .transient : .continuous(duration: length)
    return Event(
      kind, at: .ofPattern(relativeTime),
      intensity: value(.hapticIntensity).map { Intensity($0) } ?? Event.defaultIntensity,
      sharpness: value(.hapticSharpness).map { Sharpness($0) } ?? Event.defaultSharpness, envelope: envelope,
      logicalDuration: type == .hapticTransient ? .ofPattern(duration) : .zero)
  }

  var sound: AudioEvent? {
    if type.isHaptic { return nil }
    let usual: AudioEvent.Kind =
      type == .audioContinuous ? .continuous : .custom(path: nil, usesVolumeEnvelope: true, isLooping: false)
    return AudioEvent(
      audio ?? usual, at: .ofPattern(relativeTime), duration: duration > 0 ? .ofPattern(duration) : nil,
      volume: value(.audioVolume) ?? 1,
      pitch: value(.audioPitch) ?? 0, pan: value(.audioPan) ?? 0, brightness: value(.audioBrightness) ?? 1,
      envelope: envelope)
  }

  private var envelope: Envelope {
    Envelope(
      attack: value(.attackTime) ?? 0, decay: value(.decayTime) ?? 0, release: value(.releaseTime) ?? 0,
      isSustained: (value(.sustained) ?? 1) >= 0.5)
  }

  private func value(_ id: CHHapticEvent.ParameterID) -> Double? {
    eventParameters.last { $0.parameterID == id }.map { Double($0.value) }
  }

  convenience init(_ event: Event) {
    let parameters = Self.parameters(
      [(.hapticIntensity, event.intensity.rawValue), (.hapticSharpness, event.sharpness.rawValue)], event.envelope)
    switch event.kind {
    case .transient:
      self.init(.hapticTransient, parameters, event.time.inSeconds, event.logicalDuration.inSeconds)
    case .continuous(let length):
      let duration = length == Event.endless ? 0 : length.inSeconds
      self.init(.hapticContinuous, parameters, event.time.inSeconds, duration)
    }
  }

  convenience init(_ sound: AudioEvent) {
    let parameters = Self.parameters(
      [
        (.audioVolume, sound.volume), (.audioPitch, sound.pitch), (.audioPan, sound.pan),
        (.audioBrightness, sound.brightness),
      ], sound.envelope)
    self.init(
      sound.kind == .continuous ? .audioContinuous : .audioCustom, parameters, sound.time.inSeconds,
      sound.duration?.inSeconds ?? 0, audio: sound.kind)
  }

  /// These parameters, and those of the envelope that differ from the default.
  private static func parameters(
    _ values: [(ParameterID, Double)], _ envelope: Envelope
  ) -> [CHHapticEventParameter] {
    var values = values
    values += [(.attackTime, envelope.attack), (.decayTime, envelope.decay), (.releaseTime, envelope.release)]
      .filter { Float($0.1) != 0 }
    if !envelope.isSustained { values.append((.sustained, 0)) }
    return values.map { CHHapticEventParameter(parameterID: $0.0, value: Float($0.1)) }
  }
}

extension CHHapticDynamicParameter {
  /// As for an event.
  func checkedCopy() throws(CHHapticError) -> CHHapticDynamicParameter {
    _ = try parameterID.control()
    try checkTime(relativeTime)
    if value.isNaN { throw CHHapticError(.badParameterEntry, "\(parameterID) is not a number") }
    return CHHapticDynamicParameter(parameterID: parameterID, value: value, relativeTime: relativeTime)
  }

  var parameter: DynamicParameter? {
    (try? parameterID.control()).map { DynamicParameter($0, Double(value), at: .ofPattern(relativeTime)) }
  }

  convenience init(_ parameter: DynamicParameter) {
    self.init(
      parameterID: ID(parameter.control), value: Float(parameter.value), relativeTime: parameter.time.inSeconds)
  }
}

extension CHHapticParameterCurve {
  /// As for an event.
  func checkedCopy() throws(CHHapticError) -> CHHapticParameterCurve {
    _ = try parameterID.control()
    try checkTime(relativeTime)
    for point in controlPoints {
      try checkTime(point.relativeTime)
      if point.value.isNaN { throw CHHapticError(.badParameterEntry, "a point of \(parameterID) is not a number") }
    }
    let points = controlPoints.map { ControlPoint(relativeTime: $0.relativeTime, value: $0.value) }
    return CHHapticParameterCurve(parameterID: parameterID, controlPoints: points, relativeTime: relativeTime)
  }

  var curve: ParameterCurve? {
    guard let control = try? parameterID.control(), !controlPoints.isEmpty else { return nil }
    return ParameterCurve(
      control, at: .ofPattern(relativeTime),
      controlPoints.map { .init(at: .ofPattern($0.relativeTime), Double($0.value)) })
  }

  convenience init(_ curve: ParameterCurve) {
    self.init(
      parameterID: CHHapticDynamicParameter.ID(curve.control),
      controlPoints: curve.points.map { ControlPoint(relativeTime: $0.time.inSeconds, value: Float($0.value)) },
      relativeTime: curve.time.inSeconds)
  }
}

private func checkTime(_ time: TimeInterval) throws(CHHapticError) {
  if !(time >= 0 && time.isFinite) { throw CHHapticError(.invalidTime, "\(time) s; expected 0 or more") }
}

extension Duration {
  /// Creates a time in a pattern from seconds, clamped to the longest pattern.
  static func ofPattern(_ seconds: TimeInterval) -> Duration {
    .nanoseconds(Int64((min(max(seconds, 0), Event.latest.inSeconds) * 1e9).rounded()))
  }
}
