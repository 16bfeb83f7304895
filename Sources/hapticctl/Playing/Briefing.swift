internal import Haptics

/// A pattern with time in it to tell the daemon how to play it.
///
/// A client steers a playback only after it has started, and a short pattern is over by then. So it gets silence before
/// it, from which the last request jumps to the place where it is to start:
///
///     silence ───────────────────────────────▶│ pattern
///      └ rate, seek ─────────────────────────────▶└ felt
///
/// What loops would come back to that silence. It gets the silence behind it, where the loop ends before it.
struct Briefing {
  let pattern: Pattern
  /// In order.
  let actions: [Request.Transport.Action]
  /// Whether nothing is felt before it was told everything, however late.
  let waits: Bool

  /// Nobody is told later than this.
  private static let silence = Duration.seconds(10)

  /// - Throws: a failure where it is to start behind the pattern's end.
  init(_ pattern: Pattern, called name: String, _ manner: Manner) throws(Failure) {
    let length = pattern.duration
    if manner.from > .zero, manner.from >= length {
      throw .usage("--from \(manner.from.words) is after the end of \(name), which lasts \(length.words)")
    }
    let fits = length > .zero && length + Self.silence < Event.endless
    guard !manner.actions.isEmpty, fits else {
      (self.pattern, actions, waits) = (pattern, manner.actions, false)
      return
    }
    if manner.isLooping {
      self.pattern = pattern.followed(bySilence: Self.silence)
      actions = manner.actions(loopEnd: length)
      waits = false
    } else {
      self.pattern = pattern.preceded(bySilence: Self.silence)
      actions = (manner.rate == 1 ? [] : [.rate(manner.rate)]) + [.seek(to: Self.silence + manner.from)]
      waits = true
    }
  }
}

extension Pattern {
  fileprivate func preceded(bySilence length: Duration) -> Pattern {
    Pattern(
      events.map { event in
        Event(
          event.kind, at: event.time + length, intensity: event.intensity, sharpness: event.sharpness,
          envelope: event.envelope, logicalDuration: event.logicalDuration)
      }, parameters: parameters.map { DynamicParameter($0.control, $0.value, at: $0.time + length) },
      curves: curves.map { ParameterCurve($0.control, at: $0.time + length, $0.points) })
  }

  fileprivate func followed(bySilence length: Duration) -> Pattern {
    let silence = Event(
      .transient, at: duration, intensity: .none, sharpness: Event.defaultSharpness, logicalDuration: length)
    return Pattern(events + [silence], parameters: parameters, curves: curves)
  }
}
