internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// The haptics of an event: one playback, or a loop.
///
/// A loop continues after anything that passes: an unplugged motor, a rest of the motor, a playback of higher priority.
/// An incoming call is then felt again.
final class HapticPart {
  /// Whether it plays, or will play again.
  private(set) var isRunning = false
  private(set) var hasPlayed = false

  /// A pattern of feedbackd's theme; nil for the feedback of the vocabulary.
  private let pattern: (Pattern, Category)?
  private let call: TriggerCall
  private let number: PlaybackID
  private let loops: Bool
  private unowned let event: FeedbackEvent
  private var retry: (any Alarm)?
  private var pause = RetryPause()

  init(
    _ pattern: (Pattern, Category)?, _ call: TriggerCall, as number: PlaybackID, loops: Bool, of event: FeedbackEvent
  ) {
    self.pattern = pattern
    self.call = call
    self.number = number
    self.loops = loops
    self.event = event
  }

  // MARK: Starting

  func play() {
    let verdict = verdict
    isRunning = false
    switch verdict {
    case .played:
      (isRunning, hasPlayed) = (true, true)
      pause.reset()
    case .coalesced where !loops: hasPlayed = true
    default: if loops, let verdict, verdict.passes(hasPlayed: hasPlayed) { tryLater() }
    }
  }

  private var verdict: Verdict? {
    if let (pattern, category) = pattern {
      return event.client.play(pattern, category, as: number, isImportant: call.isImportant, timing)
    }
    return event.client.direct?.verdict(
      .play(
        .init(
          .name(call.feedback), playback: number, isImportant: call.isImportant, allowsFallback: true, timing: timing)))
  }

  private var timing: Request.Play.Timing { .init(loop: loops ? Loop() : nil) }

  private func tryLater() {
    isRunning = true
    if retry == nil {
      retry = event.alarm { [unowned self] in
        play()
        event.notePart()
      }
    }
    retry?.arm(at: event.now + pause.next())
  }

  // MARK: Ending

  func stop() {
    isRunning = false
    retry = nil
    event.client.direct?.stop(number)
  }

  func noteFinished(_ reason: FinishReason) {
    switch reason {
    case .unplugged, .failed, .coolingDown, .suspended:
      guard loops else { return stop() }
      // Other devices may still play.
      event.client.direct?.stop(number)
      reason == .unplugged ? play() : tryLater()
    case .stopped, .stoppedEverything, .shutdown, .ended, .forbidden, .unknown: stop()
    }
  }
}

extension Verdict {
  /// Whether the reason of a refusal passes by itself. A device can come back only to a part that has played.
  func passes(hasPlayed: Bool) -> Bool {
    switch self {
    case .outranked, .coolingDown, .rateLimited, .coalesced, .deviceFailed, .suspending, .expired, .limit: true
    case .noActuator: hasPlayed
    default: false
    }
  }
}
