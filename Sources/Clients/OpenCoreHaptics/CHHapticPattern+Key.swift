// The key of a pattern dictionary is `AnyHashable`, not a type of its own, because of a cast that iOS sources contain:
//
//     try JSONSerialization.jsonObject(with: data) as? [CHHapticPattern.Key: Any]
//
// On Linux, dictionaries from JSON have keys of type `String`, and a cast of a `String` succeeds to exactly three types
// that can be a key: `String`, `NSString` and `AnyHashable`. A struct, also one that bridges to `NSString`, makes the
// cast nil. Of the three, `AnyHashable` gets members that are least in the way of an application.

extension CHHapticPattern {
  /// A key of a pattern dictionary, such as `.event`; the string of AHAP files.
  ///
  /// Dictionaries from `JSONSerialization` cast to `[CHHapticPattern.Key: Any]`, and `[String: Any]` is accepted as
  /// well. Apple: `CHHapticPattern.Key`, which is a struct.
  public typealias Key = AnyHashable
}

/// The keys of pattern dictionaries.
extension AnyHashable {
  /// The type of the string of a key.
  public typealias RawValue = String

  /// Creates a key of a pattern dictionary.
  public init(rawValue: String) { self.init(rawValue) }

  /// The string of a key of a pattern dictionary; empty if this is not a string.
  public var rawValue: String { base as? String ?? "" }

  /// The version of the format; 1.
  public static var version: CHHapticPattern.Key { "Version" }
  /// The array of events, parameters and curves.
  public static var pattern: CHHapticPattern.Key { "Pattern" }
  /// An event in the array.
  public static var event: CHHapticPattern.Key { "Event" }
  /// The type of an event, a `CHHapticEvent.EventType`.
  public static var eventType: CHHapticPattern.Key { "EventType" }
  /// A time in seconds.
  public static var time: CHHapticPattern.Key { "Time" }
  /// The duration of an event in seconds.
  public static var eventDuration: CHHapticPattern.Key { "EventDuration" }
  /// The path of an audio file.
  public static var eventWaveformPath: CHHapticPattern.Key { "EventWaveformPath" }
  /// The array of an event's parameters.
  public static var eventParameters: CHHapticPattern.Key { "EventParameters" }
  /// Whether the volume envelope applies to an audio file.
  public static var eventWaveformUseVolumeEnvelope: CHHapticPattern.Key { "EventWaveformUseVolumeEnvelope" }
  /// Whether an audio file repeats.
  public static var eventWaveformLoopEnabled: CHHapticPattern.Key { "EventWaveformLoopEnabled" }
  /// A dynamic parameter in the array.
  public static var parameter: CHHapticPattern.Key { "Parameter" }
  /// The id of a parameter.
  public static var parameterID: CHHapticPattern.Key { "ParameterID" }
  /// The value of a parameter or a point.
  public static var parameterValue: CHHapticPattern.Key { "ParameterValue" }
  /// A curve in the array.
  public static var parameterCurve: CHHapticPattern.Key { "ParameterCurve" }
  /// The array of a curve's points.
  public static var parameterCurveControlPoints: CHHapticPattern.Key { "ParameterCurveControlPoints" }
}
