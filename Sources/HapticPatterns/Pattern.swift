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

  public init(
    _ events: [Event], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = [], audio: [AudioEvent] = []
  ) {
    self.events = events.inOrder(of: \.time)
    self.parameters = parameters.inOrder(of: \.time)
    self.curves = curves.inOrder(of: \.time)
    self.audio = audio.inOrder(of: \.time)
  }

  /// From the pattern's start to the end of its last haptic event, felt or logical; zero for a pattern without any.
  /// That is where a loop begins again, whatever comes later of parameters.
  public var duration: Duration {
    events.map { max($0.end, $0.time + $0.logicalDuration) }.max() ?? .zero
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

extension Array {
  /// Those of most patterns are in order already.
  fileprivate func inOrder(of time: (Element) -> Duration) -> [Element] {
    if indices.dropFirst().allSatisfy({ time(self[$0 - 1]) <= time(self[$0]) }) { return self }
    return enumerated().sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }.map(\.element)
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
