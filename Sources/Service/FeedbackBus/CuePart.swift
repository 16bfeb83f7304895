internal import FeedbackdThemes
internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import SoundLight

/// The sound or the light of an event. A sound repeats as long as the event loops; a light lasts as long as the event.
final class CuePart {
  let cue: Cue
  /// The lowest level at which it plays.
  let level: FeedbackLevel
  private(set) var isRunning = false
  private(set) var hasPlayed = false

  private unowned let event: FeedbackEvent
  private let desk: CueDesk
  private let loops: Bool
  private var number: UInt32?
  private var verdict: Verdict?
  private var started = Instant.distantPast
  private var again: (any Alarm)?

  init(_ cue: Cue, _ level: FeedbackLevel, of event: FeedbackEvent, loops: Bool) {
    self.cue = cue
    self.level = level
    self.event = event
    self.loops = loops && !cue.isLight
    desk = event.client.context.cues
  }

  deinit { end() }

  func start() {
    if let verdict = event.objection(to: self) { return note(verdict) }
    started = event.now
    isRunning = true
    let (number, result) = desk.play(cue) { [unowned self] in
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
    desk.end(number)
  }

  // MARK: Results

  private func note(_ result: CueResult) {
    switch result {
    case .started: note(.played)
    case .ended:
      note(.played)
      number = nil
      isRunning = loops
      if loops { repeatLater() }
    default:
      number = nil
      isRunning = false
      note(Verdict(result))
    }
  }

  /// Records the first verdict.
  private func note(_ verdict: Verdict) {
    if verdict == .played { hasPlayed = true }
    if self.verdict == nil {
      self.verdict = verdict
      event.record(cue.isLight ? .light : .sound, verdict)
    }
  }

  private func repeatLater() {
    if again == nil { again = event.alarm { [unowned self] in restart() } }
    again?.set(for: max(event.now, started + Self.shortestRepeat))
  }

  private func restart() {
    start()
    event.notePart()
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
