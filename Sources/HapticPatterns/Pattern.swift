/// What is to be felt over time, for no motor in particular.
public struct Pattern: Hashable, Sendable {
  /// In order of time; events of the same time keep the order they were given in.
  public let events: [Event]

  public init(_ events: [Event]) {
    self.events = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// From the pattern's start to the end of its last event; zero for a pattern without events.
  public var duration: Duration { events.map(\.end).max() ?? .zero }

  /// What is meant to be felt at `moment`.
  ///
  /// Where events overlap, the strongest is felt, with its own sharpness. Core Haptics publishes no law of mixing; the
  /// maximum is what independent players use, and it keeps a full-strength vibration from hiding behind its sum.
  public func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    var strongest = (intensity: Intensity.none, sharpness: Sharpness(0))
    for event in events {
      if event.time > moment { break }
      let intensity = Intensity(event.intensity(at: moment))
      if intensity > strongest.intensity { strongest = (intensity, event.sharpness) }
    }
    return strongest
  }
}
