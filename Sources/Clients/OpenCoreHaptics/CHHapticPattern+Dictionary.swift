internal import Foundation
internal import HapticPatterns

// The dictionary of `exportDictionary()`. Strings are `NSString` and numbers `NSNumber`, which cast to the types that
// an application expects: `EventType` and `String`, `Double` and `Float`.

extension CHHapticPattern {
  /// Returns the pattern as a dictionary in the shape of an AHAP file, accepted by `init(dictionary:)`. Values cast to
  /// `CHHapticEvent.EventType`, `TimeInterval` and `Float`; the dictionary is valid for `JSONSerialization`.
  ///
  /// - Throws: `operationNotPermitted` if an event uses a registered audio resource.
  public func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    var entries: [[CHHapticPattern.Key: Any]] = []
    for event in events { entries.append([.event: try event.dictionary()]) }
    entries += parameters.map { [.parameter: $0.dictionary] }
    entries += curves.map { [.parameterCurve: $0.dictionary] }
    return [.version: NSNumber(value: 1.0), .pattern: entries]
  }
}

extension CHHapticEvent {
  fileprivate func dictionary() throws(CHHapticError) -> [CHHapticPattern.Key: Any] {
    var dictionary: [CHHapticPattern.Key: Any] = [
      .eventType: type._bridgeToObjectiveC(), .time: NSNumber(value: relativeTime),
      // JSON has no infinity; 0 means endless as well.
      .eventDuration: NSNumber(value: duration.isFinite ? duration : 0),
      .eventParameters: eventParameters.map { parameter -> [CHHapticPattern.Key: Any] in
        [
          .parameterID: parameter.parameterID._bridgeToObjectiveC(),
          .parameterValue: NSNumber(value: parameter.value.finite),
        ]
      },
    ]
    if isOfResource {
      throw CHHapticError(.operationNotPermitted, "a registered audio resource cannot be exported")
    }
    if case .custom(let path, let usesVolumeEnvelope, let isLooping) = audio {
      if let path { dictionary[.eventWaveformPath] = NSString(string: path) }
      if !usesVolumeEnvelope { dictionary[.eventWaveformUseVolumeEnvelope] = NSNumber(value: false) }
      if isLooping { dictionary[.eventWaveformLoopEnabled] = NSNumber(value: true) }
    }
    return dictionary
  }
}

extension CHHapticDynamicParameter {
  fileprivate var dictionary: [CHHapticPattern.Key: Any] {
    [
      .parameterID: parameterID._bridgeToObjectiveC(), .parameterValue: NSNumber(value: value.finite),
      .time: NSNumber(value: relativeTime),
    ]
  }
}

extension CHHapticParameterCurve {
  fileprivate var dictionary: [CHHapticPattern.Key: Any] {
    [
      .parameterID: parameterID._bridgeToObjectiveC(), .time: NSNumber(value: relativeTime),
      .parameterCurveControlPoints: controlPoints.map { point -> [CHHapticPattern.Key: Any] in
        [.time: NSNumber(value: point.relativeTime), .parameterValue: NSNumber(value: point.value.finite)]
      },
    ]
  }
}

extension Float {
  /// The nearest number that JSON can express. A pattern has no NaN.
  fileprivate var finite: Float { max(-.greatestFiniteMagnitude, min(self, .greatestFiniteMagnitude)) }
}
