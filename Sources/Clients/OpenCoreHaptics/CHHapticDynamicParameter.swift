public import Foundation

/// A change of a whole pattern from a given time on, until the next change of the same parameter.
///
/// Apple: `CHHapticDynamicParameter`.
public final class CHHapticDynamicParameter: NSObject {
  /// The parameter.
  public let parameterID: ID
  /// The value; clamped to the parameter's range when used.
  public var value: Float
  /// The time in seconds, from the start of the pattern, or from the time at which the parameter is sent.
  public var relativeTime: TimeInterval

  /// Creates a change.
  public init(parameterID: ID, value: Float, relativeTime: TimeInterval) {
    self.parameterID = parameterID
    self.value = value
    self.relativeTime = relativeTime
  }

  /// A dynamic parameter. Apple: `CHHapticDynamicParameter.ID`.
  public struct ID: CHHapticIdentifier {
    /// The `ParameterID` in AHAP files.
    public let rawValue: String
    /// Creates an id; patterns and players accept only the static members.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Multiplies the intensity of haptic events, 0...1; 1 has no effect.
    public static let hapticIntensityControl = ID(rawValue: "HapticIntensityControl")
    /// Adds to the sharpness of haptic events, -1...1; 0 has no effect.
    public static let hapticSharpnessControl = ID(rawValue: "HapticSharpnessControl")
    /// Adds to the attack of haptic events, -1...1; 0 has no effect.
    public static let hapticAttackTimeControl = ID(rawValue: "HapticAttackTimeControl")
    /// Adds to the decay of haptic events, -1...1; 0 has no effect.
    public static let hapticDecayTimeControl = ID(rawValue: "HapticDecayTimeControl")
    /// Adds to the release of haptic events, -1...1; 0 has no effect.
    public static let hapticReleaseTimeControl = ID(rawValue: "HapticReleaseTimeControl")
    /// The volume of audio events; accepted without effect, as all audio controls.
    public static let audioVolumeControl = ID(rawValue: "AudioVolumeControl")
    /// The position of audio events.
    public static let audioPanControl = ID(rawValue: "AudioPanControl")
    /// The brightness of audio events.
    public static let audioBrightnessControl = ID(rawValue: "AudioBrightnessControl")
    /// The pitch of audio events.
    public static let audioPitchControl = ID(rawValue: "AudioPitchControl")
    /// The attack of audio events.
    public static let audioAttackTimeControl = ID(rawValue: "AudioAttackTimeControl")
    /// The decay of audio events.
    public static let audioDecayTimeControl = ID(rawValue: "AudioDecayTimeControl")
    /// The release of audio events.
    public static let audioReleaseTimeControl = ID(rawValue: "AudioReleaseTimeControl")
  }
}
