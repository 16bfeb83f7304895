internal import Foundation
internal import HapticPatterns

/// The parts of a `CHHapticPattern`, copied and checked.
struct PatternContent: Sendable {
  var events: [EventContent] = []
  var parameters: [ParameterContent] = []
  var curves: [CurveContent] = []

  struct EventContent: Sendable {
    var type: CHHapticEvent.EventType
    var time: TimeInterval
    var duration: TimeInterval
    var parameters: [(id: CHHapticEvent.ParameterID, value: Float)]
    var audio: AudioContent?
  }

  enum AudioContent: Sendable {
    case resource(CHHapticAudioResourceID)
    case file(path: String?, usesVolumeEnvelope: Bool, isLooping: Bool)
  }

  struct ParameterContent: Sendable {
    var id: CHHapticDynamicParameter.ID
    var value: Float
    var time: TimeInterval
  }

  struct CurveContent: Sendable {
    var id: CHHapticDynamicParameter.ID
    var time: TimeInterval
    var points: [(time: TimeInterval, value: Float)]
  }

  init(
    _ events: [CHHapticEvent], _ parameters: [CHHapticDynamicParameter], _ curves: [CHHapticParameterCurve]
  ) throws(CHHapticError) {
    for event in events { self.events.append(try EventContent(event)) }
    for parameter in parameters { self.parameters.append(try ParameterContent(parameter)) }
    for curve in curves { self.curves.append(try CurveContent(curve)) }
  }

  var duration: TimeInterval {
    let ends =
      events.map { $0.time + ($0.duration.isFinite ? $0.duration : 0) } + parameters.map(\.time)
      + curves.map { curve in curve.time + (curve.points.map(\.time).max() ?? 0) }
    return ends.max() ?? 0
  }

  var hasAudio: Bool { events.contains { $0.type == .audioContinuous || $0.type == .audioCustom } }
}

// MARK: - Checks

extension PatternContent.EventContent {
  init(_ event: CHHapticEvent) throws(CHHapticError) {
    guard event.type.known != nil else {
      throw CHHapticError(.invalidEventType, "'\(event.type)' is not an event type")
    }
    guard event.relativeTime >= 0, event.relativeTime.isFinite else {
      throw CHHapticError(.invalidEventTime, "an event at \(event.relativeTime) s; expected 0 or more")
    }
    guard event.duration >= 0 else {
      throw CHHapticError(.invalidEventDuration, "an event of \(event.duration) s; expected 0 or more")
    }
    (type, time, duration) = (event.type, event.relativeTime, event.duration)
    parameters = []
    for parameter in event.eventParameters {
      guard parameter.parameterID.known != nil else {
        throw CHHapticError(.invalidParameterType, "'\(parameter.parameterID)' is not a parameter of an event")
      }
      if parameter.value.isNaN {
        throw CHHapticError(.badParameterEntry, "\(parameter.parameterID) is not a number")
      }
      parameters.append((parameter.parameterID, parameter.value))
    }
    audio = event.audioResource.map(PatternContent.AudioContent.resource)
  }
}

extension PatternContent.ParameterContent {
  init(_ parameter: CHHapticDynamicParameter) throws(CHHapticError) {
    _ = try parameter.parameterID.control()
    try checkTime(parameter.relativeTime)
    if parameter.value.isNaN { throw CHHapticError(.badParameterEntry, "\(parameter.parameterID) is not a number") }
    (id, value, time) = (parameter.parameterID, parameter.value, parameter.relativeTime)
  }
}

extension PatternContent.CurveContent {
  init(_ curve: CHHapticParameterCurve) throws(CHHapticError) {
    _ = try curve.parameterID.control()
    try checkTime(curve.relativeTime)
    (id, time, points) = (curve.parameterID, curve.relativeTime, [])
    for point in curve.controlPoints {
      try checkTime(point.relativeTime)
      if point.value.isNaN { throw CHHapticError(.badParameterEntry, "a point of \(id) is not a number") }
      points.append((point.relativeTime, point.value))
    }
  }
}

private func checkTime(_ time: TimeInterval) throws(CHHapticError) {
  if !(time >= 0 && time.isFinite) { throw CHHapticError(.invalidTime, "\(time) s; expected 0 or more") }
}
