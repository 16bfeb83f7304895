/// Events over time with controls, independent of a motor: Core Haptics' `CHHapticPattern`.
public struct Pattern: Hashable, Sendable {
  /// The events in order of time; events with the same time keep their order.
  public let events: [Event]
  /// The parameters in order of time.
  public let parameters: [DynamicParameter]
  /// The curves in order of their starts.
  public let curves: [ParameterCurve]
  /// The audio events, kept as data.
  public let audio: [AudioEvent]
  /// The time from the start to the end of the last haptic event, felt or logical; zero without events. A loop starts
  /// again there, even if parameters follow.
  public let duration: Duration

  public init(
    _ events: [Event], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = [], audio: [AudioEvent] = []
  ) {
    var extent = PatternExtent()
    // From the last event backwards, most other events need no computation.
    for event in events.reversed() { extent.include(event) }
    self.init(events, parameters: parameters, curves: curves, audio: audio, duration: extent.duration)
  }

  init(
    _ events: [Event], parameters: [DynamicParameter], curves: [ParameterCurve], audio: [AudioEvent],
    duration: Duration
  ) {
    self.duration = duration
    self.events = events.inOrder(of: \.time)
    self.parameters = parameters.inOrder(of: \.time)
    self.curves = curves.inOrder(of: \.time)
    self.audio = audio.inOrder(of: \.time)
  }

  /// Whether nothing is felt.
  public var isSilent: Bool { events.allSatisfy { $0.intensity == .none || $0.duration == .zero } }

  /// Returns the track of a control over the pattern's time.
  public func track(of control: Control) -> ControlTrack {
    ControlTrack(control, parameters: parameters, curves: curves)
  }

  /// Returns the intended intensity and sharpness at `moment`, by the rules of `Score`. Creates a score each time: for
  /// several moments, create one score and call it.
  public func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    Score(self).strength(at: moment)
  }

  /// Hashes the beginning only: a few hundred patterns are compared at a time, and nearly all differ there.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(events.count)
    hasher.combine(events.first)
  }
}

extension Pattern: ExpressibleByArrayLiteral {
  public init(arrayLiteral events: Event...) { self.init(events) }
}

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
