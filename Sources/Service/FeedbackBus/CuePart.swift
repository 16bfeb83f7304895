internal import FeedbackdThemes
internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import SoundLight

/// The sound or the light of an event. A sound repeats as long as the event loops; a light lasts as long as the event.
///
/// A light, and the sound of an event that loops, start again after anything that passes: no free place, a place that a
/// ringtone took, the end of the helper program.
final class CuePart {
  let cue: Cue
  /// The lowest level at which it plays.
  let level: FeedbackLevel
  private(set) var isRunning = false
  private(set) var hasPlayed = false

  private unowned let event: FeedbackEvent
  private let coordinator: CueCoordinator
  private let loops: Bool
  private var pause = RetryPause()
  private var number: UInt32?
  private var verdict: Verdict?
  private var started = Instant.distantPast
  private var again: (any Alarm)?

  init(_ cue: Cue, _ level: FeedbackLevel, of event: FeedbackEvent, loops: Bool) {
    self.cue = cue
    self.level = level
    self.event = event
    self.loops = loops && !cue.isLight
    coordinator = event.client.context.cues
  }

  deinit { end() }

  func start() {
    isRunning = false
    if let verdict = event.objection(to: self) { return noteFailure(verdict) }
    guard let owner = event.client.direct?.owner else { return }
    started = event.now
    isRunning = true
    let (number, result) = coordinator.play(cue, for: owner, rank: Precedence.rank(event.category)) { [unowned self] in
      note($0)
      event.notePart()
    }
    self.number = number
    if let result { note(result) }
  }

  func end() {
    isRunning = false
    again = nil
    guard let number else { return }
    self.number = nil
    coordinator.end(number)
  }

  // MARK: Results

  private func note(_ result: CueResult) {
    switch result {
    case .started:
      note(.played)
      pause.reset()
    case .ended:
      note(.played)
      number = nil
      isRunning = loops
      if loops { startAgain(at: max(event.now, started + Self.shortestRepeat)) }
    default:
      number = nil
      isRunning = false
      noteFailure(Verdict(result))
    }
  }

  private func noteFailure(_ verdict: Verdict) {
    note(verdict)
    guard loops || cue.isLight, verdict.passes(hasPlayed: hasPlayed) else { return }
    // Without the helper program, nothing ever plays.
    if verdict == .deviceFailed, !hasPlayed { return }
    isRunning = true
    startAgain(at: event.now + pause.next())
  }

  /// Records the first verdict.
  private func note(_ verdict: Verdict) {
    if verdict == .played { hasPlayed = true }
    if self.verdict == nil {
      self.verdict = verdict
      event.record(cue.isLight ? .light : .sound, verdict)
    }
  }

  private func startAgain(at time: Instant) {
    if again == nil {
      again = event.alarm { [unowned self] in
        start()
        event.notePart()
      }
    }
    again?.arm(at: time)
  }

  /// The minimum time between two starts of a sound, because a file may be empty.
  private static let shortestRepeat = Duration.milliseconds(500)
}

extension Verdict {
  /// The verdict for a cue that was not started. hapticd-protocol(7) has their meanings.
  init(_ result: CueResult) {
    self =
      switch result {
      case .started, .ended: .played
      case .noLibrary: .unsupported
      case .noServer, .noLight: .noActuator
      case .unknownSound: .unknownFeedback
      case .failed: .deviceFailed
      case .notPermitted: .notPermitted
      case .busy: .limit
      case .switchedOff: .switchedOff
      }
  }
}
