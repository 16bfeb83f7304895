internal import Haptics

/// A pattern with added silence, so that the daemon can receive the options of a playback before it is felt.
///
/// A client can send actions only after the playback has started, and a short pattern may have ended by then. Silence
/// is therefore added before the pattern; the last action seeks from the silence to the start position:
///
///     silence ───────────────────────────────▶│ pattern
///      └ rate, seek ─────────────────────────────▶└ felt
///
/// A looping pattern would return to that silence. Its silence is added after the pattern, and the loop ends before
/// it.
struct PaddedPattern {
  let pattern: Pattern
  /// The actions to send, in this order.
  let actions: [HapticClient.Action]
  /// Whether the playback starts with silence, so that late actions lose nothing of the pattern.
  let waits: Bool

  /// The longest delay of the actions.
  private static let silence = Duration.seconds(10)

  /// - Throws: a failure if the start position is not before the end of the pattern.
  init(_ pattern: Pattern, called name: String, _ options: PlayOptions) throws(Failure) {
    let length = pattern.duration
    if options.from > .zero, options.from >= length {
      throw .usage("--from \(options.from.words) is after the end of \(name), which lasts \(length.words)")
    }
    let fits = length > .zero && length + Self.silence < Event.endless
    guard !options.actions.isEmpty, fits else {
      (self.pattern, actions, waits) = (pattern, options.actions, false)
      return
    }
    if options.isLooping {
      self.pattern = pattern.followed(bySilence: Self.silence)
      actions = options.actions(loopEnd: length)
      waits = false
    } else {
      self.pattern = pattern.preceded(bySilence: Self.silence)
      actions = (options.rate == 1 ? [] : [.rate(options.rate)]) + [.seek(to: Self.silence + options.from)]
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
