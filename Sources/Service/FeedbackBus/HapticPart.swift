internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// The haptics of an event: one playback, or a loop. It ends with its last motor.
///
/// A loop continues after anything that passes: an unplugged motor, a rest of the motor, a playback of higher priority.
/// An incoming call is then felt again. On several motors, this holds for each of them.
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
    let verdict = verdict(on: nil)
    isRunning = false
    switch verdict {
    case .played:
      (isRunning, hasPlayed) = (true, true)
      pause.reset()
      noteMissing()
    case .coalesced where !loops: hasPlayed = true
    default: if loops, let verdict, verdict.passes(hasPlayed: hasPlayed) { tryLater() }
    }
  }

  /// Plays again, or only on the motors that do not play while others do.
  private func playAgain() {
    guard isPlaying else { return play() }
    for device in missing { _ = verdict(on: device) }
    noteMissing()
  }

  /// - Parameter device: the requested device, or nil if the locality decides.
  private func verdict(on device: DeviceID?) -> Verdict? {
    if let (pattern, category) = pattern {
      return event.client.play(pattern, category, as: number, on: device, isImportant: call.isImportant, timing)
    }
    return event.client.direct?.verdict(
      .play(
        .init(
          .name(call.feedback), playback: number, device: device, isImportant: call.isImportant, allowsFallback: true,
          timing: timing)))
  }

  private var isPlaying: Bool { event.client.direct?.isPlaying(number) == true }

  /// The motors of the event on which it does not play.
  private var missing: [DeviceID] { event.client.direct?.devices(without: number) ?? [] }

  /// Tries later on motors that have refused or ended a loop, while it goes on at others.
  private func noteMissing() { if loops, !missing.isEmpty { tryLater() } }

  private var timing: Request.Play.Timing { .init(loop: loops ? Loop() : nil) }

  private func tryLater() {
    isRunning = true
    if retry == nil {
      retry = event.alarm { [unowned self] in
        playAgain()
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

  /// Handles the end on one motor.
  func noteFinished(_ reason: FinishReason) {
    if isPlaying { return noteMissing() }
    guard loops else { return stop() }
    switch reason {
    // Another motor may play.
    case .unplugged, .forbidden: play()
    case .failed, .coolingDown, .suspended: tryLater()
    case .stopped, .stoppedEverything, .shutdown, .ended, .unknown: stop()
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
