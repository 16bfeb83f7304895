/// What is to be felt over time, for no motor in particular: Core Haptics' `CHHapticPattern`.
public struct Pattern: Hashable, Sendable {
  /// In order of time; events of the same time keep the order they were given in.
  public let events: [Event]
  /// Steps of controls, in order of time.
  public let parameters: [DynamicParameter]
  /// Lines of controls, in order of their starts.
  public let curves: [ParameterCurve]
  /// Sounds, kept as data.
  public let audio: [AudioEvent]
  /// From the pattern's start to the end of its last haptic event, felt or logical; zero for a pattern without any.
  /// That is where a loop begins again, whatever comes later of parameters.
  public let duration: Duration

  public init(
    _ events: [Event], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = [], audio: [AudioEvent] = []
  ) {
    var extent = PatternExtent()
    // From the last event on, most of the others need no look.
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

  /// Whether there is nothing to feel.
  public var isSilent: Bool { events.allSatisfy { $0.intensity == .none || $0.duration == .zero } }

  /// A control over the pattern's time.
  public func track(of control: Control) -> ControlTrack {
    ControlTrack(control, parameters: parameters, curves: curves)
  }

  /// What is meant to be felt at `moment`, by the rules of `Score`. Makes a score for it: for more than one moment,
  /// make one and ask that.
  public func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    Score(self).strength(at: moment)
  }
}

extension Pattern {
  /// By its beginning: patterns are told apart a few hundred at a time, and nearly all differ there.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(events.count)
    hasher.combine(events.first)
  }
}

extension Pattern: ExpressibleByArrayLiteral {
  public init(arrayLiteral events: Event...) { self.init(events) }
}
