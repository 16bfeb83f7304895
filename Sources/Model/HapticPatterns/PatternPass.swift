// One pass of a pattern whose events may have no end.

extension Pattern {
  /// The time that an event without an end takes in one pass.
  package static let glimpse = Duration.seconds(1)

  /// Whether an event has no end.
  package var isEndless: Bool { events.contains(where: \.isEndless) }

  /// The end of one pass, which contains `glimpse` of each event without an end.
  package var passEnd: Duration { events.map { $0.isEndless ? $0.time + Self.glimpse : $0.end }.max() ?? .zero }

  /// The pattern, whose endless events last until the end of one pass.
  package var endingByItself: Pattern {
    guard isEndless else { return self }
    let end = passEnd
    let bounded = events.map { event in
      guard event.isEndless else { return event }
      return Event(
        .continuous(duration: end - event.time), at: event.time, intensity: event.intensity,
        sharpness: event.sharpness, envelope: event.envelope)
    }
    return Pattern(bounded, parameters: parameters, curves: curves, audio: audio)
  }
}

extension Event {
  /// Whether the event is a vibration without an end.
  package var isEndless: Bool { if case .continuous(let duration) = kind { duration >= Event.endless } else { false } }
}
