internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// The reason in `FeedbackEnded`.
enum FeedbackEnd: UInt32 {
  /// The feedback has ended by itself.
  case natural = 0
  /// The time of the call has ended.
  case expired = 1
  /// The client ended it, or a user stopped everything.
  case explicit = 2
  /// There is no feedback for the event. In feedbackd this is -1.
  case notFound = 0xffff_ffff
}

/// An event of a client: one playback, or a loop until the client or a timeout ends it.
///
/// A loop continues after anything that passes: an unplugged motor, a rest of the motor, a playback of higher priority.
/// An incoming call is then felt again.
final class FeedbackEvent {
  let id: UInt32
  let client: FeedbackClient
  private let call: TriggerCall
  private var expiry: (any Alarm)?
  private var retry: (any Alarm)?
  private var failures = 0
  private var hasPlayed = false

  init(_ id: UInt32, _ call: TriggerCall, _ client: FeedbackClient) {
    self.id = id
    self.call = call
    self.client = client
  }

  /// The unique name of the program on the bus.
  var sender: String { client.sender }

  // MARK: Starting

  /// Starts the event, or ends it as not found.
  func start() {
    guard !call.isSilenced, client.hasRoom else {
      client.decline(call.feedback, as: call.isSilenced ? .profile : .limit)
      return client.report(self, .notFound)
    }
    if let length = call.timeout.length {
      expiry = alarm { $0.end(.expired) }
      expiry?.set(for: client.context.scheduler.now + length)
    }
    play()
  }

  private func play() {
    let verdict = client.verdict(
      .play(
        .init(
          .name(call.feedback), playback: number, isImportant: call.isImportant, allowsFallback: true)))
    switch verdict {
    case .played: notePlayed()
    case .coalesced where !call.timeout.loops: client.report(self, .natural)
    default:
      if call.timeout.loops, let verdict, passes(verdict) { return tryLater() }
      client.report(self, hasPlayed ? .natural : .notFound)
    }
  }

  private func notePlayed() {
    hasPlayed = true
    failures = 0
    guard call.timeout.loops, let number else { return }
    _ = client.verdict(.transport(.init(number, .loop(true, end: nil))))
  }

  /// Whether the reason of a refusal passes by itself. A device can come back only to an event that has played.
  private func passes(_ verdict: Verdict) -> Bool {
    switch verdict {
    case .outranked, .coolingDown, .rateLimited, .coalesced, .deviceFailed, .suspending, .expired, .limit: true
    case .noActuator: hasPlayed
    default: false
    }
  }

  /// Plays again after a pause, which doubles with each failure.
  private func tryLater() {
    if retry == nil { retry = alarm { $0.play() } }
    retry?.set(for: client.context.scheduler.now + Self.pause * (1 << failures))
    failures = min(failures + 1, Self.mostDoublings)
  }

  /// An alarm that calls `body`. Without one, because the system has no timer left, the event never expires by itself.
  private func alarm(_ body: @escaping (FeedbackEvent) -> Void) -> (any Alarm)? {
    try? client.context.scheduler.makeAlarm(.work) { [unowned self] _ in body(self) }
  }

  private static let pause = Duration.milliseconds(500)
  private static let mostDoublings = 4

  // MARK: Ending

  /// Ends the event now.
  func end(_ reason: FeedbackEnd) {
    // The program may act on the signal before the motor has stopped, so the stop is first.
    if let number { client.stop(number) }
    client.report(self, reason)
  }

  /// Handles the end of a playback of this event.
  func noteFinished(_ reason: FinishReason) {
    switch reason {
    case .unplugged, .failed, .coolingDown, .suspended:
      guard call.timeout.loops else { return client.report(self, .natural) }
      // Other devices may still play.
      if let number { client.stop(number) }
      reason == .unplugged ? play() : tryLater()
    case .stopped, .stoppedEverything, .shutdown: client.report(self, .explicit)
    case .ended, .forbidden: end(.natural)
    }
  }

  private var number: PlaybackID? { PlaybackID(rawValue: id) }
}
