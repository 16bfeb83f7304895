internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// Renders a long or live-controlled playback incrementally, and applies the actions that its client schedules.
///
/// A class, so that the playbacks without one, which are nearly all, stay small.
final class LiveRenderer {
  /// An action on a playback at a given time.
  enum Action {
    case transport(Request.Transport.Action)
    /// The points count against the client's limit while the playback keeps them.
    case modulate(Control, [ParameterCurve.Point], Charge)

    fileprivate var isStop: Bool {
      switch self {
      case .transport(.stop), .transport(.cancel): true
      default: false
      }
    }
  }

  let stream: Stream
  /// Scheduled actions in order of time; those for the same time in the order of their requests.
  private var scheduled: [(at: Instant, action: Action)] = []
  /// The charges for the points that were sent last, by control.
  private var charges: [Control: Charge] = [:]
  private(set) var isMuted = false
  private var streamLevel: Level
  /// The reason of an end before that of the score, or nil if there is none.
  private(set) var endReason: FinishReason?
  /// The time of the end at the latest; `.distantFuture` if it is not limited.
  private let limit: Instant

  /// - Parameters:
  ///   - level: the level that the playback requests until the first step.
  ///   - start: the start of the playback.
  ///   - timing: the timing with which the stream was made.
  init(_ stream: Stream, level: Level, from start: Instant, _ timing: Request.Play.Timing) {
    limit = timing.limit.map { start + $0 } ?? .distantFuture
    if timing.offset > .zero, stream.ends(at: timing.offset, start) { endReason = .ended }
    self.stream = stream
    streamLevel = level
  }

  /// The level that the playback requests at present.
  var level: Level { isMuted || stream.isPaused || isFinished ? .off : streamLevel }

  var isFinished: Bool { endReason != nil || stream.isFinished }

  /// The time of the next change of level or of the next scheduled action; `.distantFuture` if there is none.
  var nextEvent: Instant {
    if isFinished { return .distantFuture }
    // `min` of more than two values allocates an array.
    return min(stream.nextStep, min(scheduled.first?.at ?? .distantFuture, limit))
  }

  /// The time at which more of it is to be rendered; `.distantFuture` if nothing is.
  var nextDrawing: Instant { endReason == nil ? stream.nextDrawing : .distantFuture }

  /// Renders the piece that is due, within the budget.
  func draw(at now: Instant, _ work: inout WorkBudget) {
    if !stream.draw(at: now, &work) { streamLevel = .off }
  }

  /// The expected end: that of the score, a scheduled stop or the limit, whichever is earliest. It is nil while the
  /// playback is paused or loops without end, if no stop is scheduled and no limit is set.
  var end: Instant? {
    let stop = scheduled.first { $0.action.isStop }?.at ?? .distantFuture
    let end = min(stream.end ?? .distantFuture, min(stop, limit))
    return end < .distantFuture ? end : nil
  }

  var isPaused: Bool { stream.isPaused }

  /// Takes the steps and applies the actions that are due, in order of time.
  ///
  /// - Returns: the planned time of the latest change, or nil if the level is the same as before.
  func advance(to now: Instant) -> Instant? {
    let before = level
    var planned: Instant?
    while case let next = nextEvent, next <= now {
      if limit <= next {
        endReason = .ended
        planned = limit
      } else if let first = scheduled.first, first.at <= next {
        scheduled.removeFirst()
        perform(first.action, at: first.at)
        planned = first.at
      } else if let step = stream.take(at: now) {
        streamLevel = step.level
        planned = step.at
      }
    }
    return level == before ? nil : planned
  }

  /// Whether fewer than `Limits.scheduledActions` actions are scheduled. An action that is due needs no place, because
  /// `advance` performs it; a stop takes those of the actions after it.
  func hasPlace(for action: Action, isDue: Bool) -> Bool {
    isDue || action.isStop || scheduled.count < Limits.scheduledActions
  }

  /// Schedules an action for `moment`.
  func schedule(_ action: Action, at moment: Instant) {
    if action.isStop {
      if let stop = scheduled.first(where: \.action.isStop), stop.at <= moment { return }
      scheduled.removeAll { $0.at > moment }
    }
    let position = scheduled.firstIndex { $0.at > moment } ?? scheduled.endIndex
    scheduled.insert((moment, action), at: position)
  }

  private func perform(_ action: Action, at moment: Instant) {
    switch action {
    case .modulate(let control, let points, let charge):
      stream.send(control, points, at: moment)
      charges[control] = charge
    case .transport(.stop), .transport(.cancel): endReason = .stopped
    case .transport(.pause):
      stream.pause(at: moment)
      streamLevel = .off
    case .transport(.resume): stream.resume(at: moment)
    case .transport(.seek(let position)) where stream.ends(at: position, moment): endReason = .ended
    case .transport(.seek(let position)): stream.seek(to: position, at: moment)
    case .transport(.loop(let loop)): stream.setLoop(loop, at: moment)
    case .transport(.rate(let rate)): stream.setRate(rate, at: moment)
    case .transport(.mute(let isOn)): isMuted = isOn
    }
  }
}
