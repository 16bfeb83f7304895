public import Foundation
internal import HapticPatterns

/// A haptic or audio event of a pattern. A pattern copies its events; changes after that have no effect on it.
///
/// Initializers accept any value. `CHHapticPattern` throws for a time or a duration that is negative or not a number,
/// and for unknown types and parameters; it clamps the values of parameters. Apple: `CHHapticEvent`.
public final class CHHapticEvent: NSObject {
  /// The type.
  public let type: EventType
  /// The parameters; of several with the same id, the last one counts.
  public let eventParameters: [CHHapticEventParameter]
  /// The start, in seconds from the start of the pattern, from 0 to 3600; later starts are clamped.
  public var relativeTime: TimeInterval
  /// The duration in seconds, up to 3600. For a continuous event, the time until its release; 0 and infinity mean
  /// endless. For a transient, a length that only extends the pattern.
  public var duration: TimeInterval
  /// The audio of a file; nil for all other events.
  let audio: AudioEvent.Kind?
  /// Whether the event was created with a registered audio file.
  let isOfResource: Bool

  /// Creates an event without a duration, such as a transient.
  public convenience init(eventType type: EventType, parameters: [CHHapticEventParameter], relativeTime: TimeInterval) {
    self.init(type, parameters, relativeTime, 0)
  }

  /// Creates an event with a duration.
  public convenience init(
    eventType type: EventType, parameters: [CHHapticEventParameter], relativeTime: TimeInterval, duration: TimeInterval
  ) {
    self.init(type, parameters, relativeTime, duration)
  }

  /// Creates an audio event with a registered file. It is silent; see `CHHapticEngine.registerAudioResource(_:options:)`.
  public convenience init(
    audioResourceID: CHHapticAudioResourceID, parameters: [CHHapticEventParameter], relativeTime: TimeInterval
  ) {
    self.init(.audioCustom, parameters, relativeTime, 0, isOfResource: true)
  }

  /// Creates an audio event with a registered file and a duration; 0 means the natural length.
  public convenience init(
    audioResourceID: CHHapticAudioResourceID, parameters: [CHHapticEventParameter], relativeTime: TimeInterval,
    duration: TimeInterval
  ) {
    self.init(.audioCustom, parameters, relativeTime, duration, isOfResource: true)
  }

  init(
    _ type: EventType, _ parameters: [CHHapticEventParameter], _ relativeTime: TimeInterval, _ duration: TimeInterval,
    audio: AudioEvent.Kind? = nil, isOfResource: Bool = false
  ) {
    self.type = type
    eventParameters = parameters
    self.relativeTime = relativeTime
    self.duration = duration
    self.audio = audio
    self.isOfResource = isOfResource
  }

  /// A type of event. Apple: `CHHapticEvent.EventType`.
  public struct EventType: CHHapticIdentifier {
    /// The `EventType` in AHAP files.
    public let rawValue: String
    /// Creates a type; patterns accept only the static members.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A short tap that ends by itself.
    public static let hapticTransient = EventType(rawValue: "HapticTransient")
    /// A vibration of the event's duration.
    public static let hapticContinuous = EventType(rawValue: "HapticContinuous")
    /// A synthesized tone; silent with hapticd.
    public static let audioContinuous = EventType(rawValue: "AudioContinuous")
    /// An audio file; silent with hapticd.
    public static let audioCustom = EventType(rawValue: "AudioCustom")
  }

  /// A parameter of an event. Apple: `CHHapticEvent.ParameterID`.
  public struct ParameterID: CHHapticIdentifier {
    /// The `ParameterID` in AHAP files.
    public let rawValue: String
    /// Creates an id; patterns accept only the static members.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The strength, 0...1; the default is 1.
    public static let hapticIntensity = ParameterID(rawValue: "HapticIntensity")
    /// The character from dull, 0, to crisp, 1; the default is 0.5.
    public static let hapticSharpness = ParameterID(rawValue: "HapticSharpness")
    /// The rise of a continuous event, 0...1: 0 ms at 0, 131 ms at 0.5, 2 s at 1; the default is 0.
    public static let attackTime = ParameterID(rawValue: "AttackTime")
    /// The fall after the attack if `sustained` is 0, 0...1: 10 ms at 0, 2 s at 1; the default is 0.
    public static let decayTime = ParameterID(rawValue: "DecayTime")
    /// The fall after the duration, 0...1, as `attackTime`; the default is 0.
    public static let releaseTime = ParameterID(rawValue: "ReleaseTime")
    /// 1, the default, holds the intensity for the duration; 0 ends the event after its decay.
    public static let sustained = ParameterID(rawValue: "Sustained")
    /// The volume of audio, 0...1; without effect.
    public static let audioVolume = ParameterID(rawValue: "AudioVolume")
    /// The pitch of audio, -1...1; without effect.
    public static let audioPitch = ParameterID(rawValue: "AudioPitch")
    /// The position of audio from left, -1, to right, 1; without effect.
    public static let audioPan = ParameterID(rawValue: "AudioPan")
    /// The brightness of audio, 0...1; without effect.
    public static let audioBrightness = ParameterID(rawValue: "AudioBrightness")
  }
}

/// A value of an event's parameter. Apple: `CHHapticEventParameter`.
public final class CHHapticEventParameter: NSObject {
  /// The parameter.
  public let parameterID: CHHapticEvent.ParameterID
  /// The value; patterns clamp it to the parameter's range.
  public var value: Float

  /// Creates a value of a parameter.
  public init(parameterID: CHHapticEvent.ParameterID, value: Float) {
    self.parameterID = parameterID
    self.value = value
  }
}
