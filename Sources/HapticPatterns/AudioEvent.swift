/// A sound of a pattern. hapticd plays none; the event is kept, so that nothing of a file is lost and a program can
/// play it beside the haptics.
public struct AudioEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A tone of the built-in synthesizer (`AudioContinuous`).
    case continuous
    /// A file (`AudioCustom`), its path relative to the pattern's; nil where it is missing.
    case custom(path: String?, usesVolumeEnvelope: Bool, isLooping: Bool)
  }

  /// From the start of the pattern: from zero to `Event.latest`.
  public let time: Duration
  public let kind: Kind
  /// Nil is the sound's natural length.
  public let duration: Duration?
  /// 0...1.
  public let volume: Double
  /// -1...1.
  public let pitch: Double
  /// From left, -1, to right, 1.
  public let pan: Double
  /// 0...1.
  public let brightness: Double
  public let envelope: Envelope

  /// Values outside their ranges are clamped.
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
