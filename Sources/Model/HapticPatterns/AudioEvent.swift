/// An audio event of a pattern. hapticd does not play it; it is kept so that no data of a file is lost, and a program
/// can play it together with the haptics.
public struct AudioEvent: Hashable, Sendable {
  /// The source of the audio.
  public enum Kind: Hashable, Sendable {
    /// A tone of the built-in synthesizer (`AudioContinuous`).
    case continuous
    /// An audio file (`AudioCustom`), with its path relative to the pattern's file; nil if the path is missing.
    case custom(path: String?, usesVolumeEnvelope: Bool, isLooping: Bool)
  }

  /// The start, from the start of the pattern, in the range from zero to `Event.latest`.
  public let time: Duration
  public let kind: Kind
  /// The duration; nil means the natural length of the audio.
  public let duration: Duration?
  /// The volume, 0...1.
  public let volume: Double
  /// The pitch, -1...1.
  public let pitch: Double
  /// The position from left, -1, to right, 1.
  public let pan: Double
  /// The brightness, 0...1.
  public let brightness: Double
  public let envelope: Envelope

  /// Creates an audio event. Values outside their ranges are clamped.
  public init(
    _ kind: Kind, at time: Duration = .zero, duration: Duration? = nil, volume: Double = 1, pitch: Double = 0,
    pan: Double = 0, brightness: Double = 1, envelope: Envelope = .standard
  ) {
    self.kind = kind
    self.time = time.withinPattern
    self.duration = duration?.withinPattern
    self.volume = volume.clampedToUnit
    self.pitch = Control.audioPitch.clamped(pitch)
    self.pan = Control.audioPan.clamped(pan)
    self.brightness = brightness.clampedToUnit
    self.envelope = envelope
  }

  public var end: Duration { time + (duration ?? .zero) }
}
