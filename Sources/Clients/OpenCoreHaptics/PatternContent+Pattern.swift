internal import Foundation
internal import HapticPatterns
internal import TextDiagnostics

// The parts as hapticd plays them, and back.

extension PatternContent {
  var pattern: Pattern {
    Pattern(
      events.compactMap(\.event), parameters: parameters.compactMap(\.parameter), curves: curves.compactMap(\.curve),
      audio: events.compactMap(\.sound)
    ).withTimeOfAudio
  }

  /// Creates the parts of a pattern from a file.
  init(_ pattern: Pattern) {
    events = pattern.events.map(EventContent.init) + pattern.audio.map(EventContent.init)
    parameters = pattern.parameters.map { parameter in
      ParameterContent(
        id: CHHapticDynamicParameter.ID(parameter.control), value: Float(parameter.value),
        time: parameter.time.inSeconds)
    }
    curves = pattern.curves.map { curve in
      CurveContent(
        id: CHHapticDynamicParameter.ID(curve.control), time: curve.time.inSeconds,
        points: curve.points.map { ($0.time.inSeconds, Float($0.value)) })
    }
  }
}

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

extension PatternContent.EventContent {
  /// The haptic event; nil for an audio event.
  var event: Event? {
    guard type.isHaptic else { return nil }
    let length = duration > 0 ? Duration.ofPattern(duration) : Event.endless
    let kind: Event.Kind = type == .hapticTransient ? .transient : .continuous(duration: length)
    return Event(
      kind, at: .ofPattern(time), intensity: value(.hapticIntensity).map { Intensity($0) } ?? Event.defaultIntensity,
      sharpness: value(.hapticSharpness).map { Sharpness($0) } ?? Event.defaultSharpness, envelope: envelope,
      logicalDuration: type == .hapticTransient ? .ofPattern(duration) : .zero)
  }

  /// The audio event; nil for a haptic event.
  var sound: AudioEvent? {
    if type.isHaptic { return nil }
    let kind: AudioEvent.Kind =
      switch audio {
      case .file(let path, let usesVolumeEnvelope, let isLooping):
        .custom(path: path, usesVolumeEnvelope: usesVolumeEnvelope, isLooping: isLooping)
      default:
        type == .audioContinuous ? .continuous : .custom(path: nil, usesVolumeEnvelope: true, isLooping: false)
      }
    return AudioEvent(
      kind, at: .ofPattern(time), duration: duration > 0 ? .ofPattern(duration) : nil, volume: value(.audioVolume) ?? 1,
      pitch: value(.audioPitch) ?? 0, pan: value(.audioPan) ?? 0, brightness: value(.audioBrightness) ?? 1,
      envelope: envelope)
  }

  private var envelope: Envelope {
    Envelope(
      attack: value(.attackTime) ?? 0, decay: value(.decayTime) ?? 0, release: value(.releaseTime) ?? 0,
      isSustained: (value(.sustained) ?? 1) >= 0.5)
  }

  private func value(_ id: CHHapticEvent.ParameterID) -> Double? {
    parameters.last { $0.id == id }.map { Double($0.value) }
  }

  init(_ event: Event) {
    self.init(
      type: .hapticTransient, time: event.time.inSeconds, duration: event.logicalDuration.inSeconds,
      parameters: [
        (.hapticIntensity, Float(event.intensity.rawValue)), (.hapticSharpness, Float(event.sharpness.rawValue)),
      ] + Self.parameters(event.envelope))
    guard case .continuous(let length) = event.kind else { return }
    type = .hapticContinuous
    duration = length == Event.endless ? 0 : length.inSeconds
  }

  init(_ sound: AudioEvent) {
    self.init(
      type: .audioContinuous, time: sound.time.inSeconds, duration: sound.duration?.inSeconds ?? 0,
      parameters: [
        (.audioVolume, Float(sound.volume)), (.audioPitch, Float(sound.pitch)), (.audioPan, Float(sound.pan)),
        (.audioBrightness, Float(sound.brightness)),
      ] + Self.parameters(sound.envelope))
    guard case .custom(let path, let usesVolumeEnvelope, let isLooping) = sound.kind else { return }
    type = .audioCustom
    audio = .file(path: path, usesVolumeEnvelope: usesVolumeEnvelope, isLooping: isLooping)
  }

  /// The values that differ from the default envelope.
  private static func parameters(_ envelope: Envelope) -> [(id: CHHapticEvent.ParameterID, value: Float)] {
    let values: [(id: CHHapticEvent.ParameterID, value: Float)] = [
      (.attackTime, Float(envelope.attack)), (.decayTime, Float(envelope.decay)),
      (.releaseTime, Float(envelope.release)),
    ]
    return values.filter { $0.value != 0 } + (envelope.isSustained ? [] : [(.sustained, 0)])
  }
}

extension PatternContent.ParameterContent {
  var parameter: DynamicParameter? {
    (try? id.control()).map { DynamicParameter($0, Double(value), at: .ofPattern(time)) }
  }
}

extension PatternContent.CurveContent {
  /// The curve; nil without points.
  var curve: ParameterCurve? {
    guard let control = try? id.control(), !points.isEmpty else { return nil }
    return ParameterCurve(
      control, at: .ofPattern(time), points.map { .init(at: .ofPattern($0.time), Double($0.value)) })
  }
}

extension Duration {
  /// Creates a time in a pattern from seconds, clamped to the longest pattern.
  static func ofPattern(_ seconds: TimeInterval) -> Duration {
    .nanoseconds(Int64((min(max(seconds, 0), Event.latest.inSeconds) * 1e9).rounded()))
  }
}
