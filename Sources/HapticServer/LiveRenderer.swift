internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// A stream under its client's hands: what is scheduled for it, and whether it is heard.
///
/// A class, so that the playbacks that need none, which are nearly all, stay small.
final class LiveRenderer {
  /// Something to be done to a playback at its time.
  enum Action {
    case transport(Request.Transport.Action)
    /// The points count for the client while the playback keeps them.
    case modulate(Control, [ParameterCurve.Point], Charge)

    fileprivate var isStop: Bool {
      switch self {
      case .transport(.stop), .transport(.cancel): true
      default: false
      }
    }
  }

  private var stream: Stream
  /// In order of time; what was scheduled first goes first.
  private var agenda: [(at: Instant, action: Action)] = []
  /// For the points that were sent last, by control.
  private var sent: [Control: Charge] = [:]
  private(set) var isMuted = false
  private var streamLevel: Level
  /// Why it ended before its end.
  private(set) var endReason: FinishReason?

  /// - Parameter level: what the motors do for it already, until the first step says otherwise.
  init(_ stream: consuming Stream, level: Level = .off) {
    self.stream = stream
    streamLevel = level
  }

  /// What the motors are to do now.
  var level: Level { isMuted || stream.isResting || endReason != nil ? .off : streamLevel }

  var isFinished: Bool { endReason != nil || stream.isFinished }

  /// When the level changes next, or something scheduled is to be done.
  var nextEvent: Instant? {
    if isFinished { return nil }
    guard let scheduled = agenda.first?.at else { return stream.nextStep }
    return min(scheduled, stream.nextStep ?? scheduled)
  }

  /// When something is to be drawn; nil where nothing is.
  var nextDrawing: Instant? { endReason == nil ? stream.nextDrawing : nil }

  /// Draws what is due, within the budget.
  func draw(at now: Instant, _ work: inout WorkBudget) {
    if !stream.draw(at: now, &work) { streamLevel = .off }
  }

  /// When it ends by what is known now; nil where it rests or loops, and no stop is scheduled.
  var end: Instant? {
    let stop = agenda.first { $0.action.isStop }?.at
    guard let end = stream.end else { return stop }
    return min(stop ?? end, end)
  }

  var isPaused: Bool { stream.isResting }

  /// Does what is due.
  ///
  /// - Returns: when the level changed last was planned; nil where nothing changed.
  func advance(to now: Instant) -> Instant? {
    let before = level
    var planned: Instant?
    while let next = nextEvent, next <= now {
      if let first = agenda.first, first.at <= next {
        agenda.removeFirst()
        perform(first.action, at: first.at)
        planned = first.at
      } else if let step = stream.take(at: now) {
        streamLevel = step.level
        planned = step.at
      }
    }
    return level == before ? nil : planned
  }

  /// Schedules something for `moment`.
  ///
  /// - Returns: false where as much is scheduled as `Limits` allows.
  func schedule(_ action: Action, at moment: Instant) -> Bool {
    guard agenda.count < Limits.scheduledActions else { return false }
    let position = agenda.firstIndex { $0.at > moment } ?? agenda.endIndex
    agenda.insert((moment, action), at: position)
    return true
  }

  /// What follows is this strong, 0...1.
  func setStrength(_ strength: Double, at now: Instant) { stream.setStrength(strength, at: now) }

  /// The levels that will be wanted soon and were not known before.
  func takeFreshLevels() -> [Drive.LeasedLevel] { stream.takeFreshLevels() }

  private func perform(_ action: Action, at moment: Instant) {
    switch action {
    case .modulate(let control, let points, let charge):
      stream.send(control, points, at: moment)
      sent[control] = charge
    case .transport(let action): perform(action, at: moment)
    }
  }

  private func perform(_ action: Request.Transport.Action, at moment: Instant) {
    switch action {
    case .stop, .cancel: endReason = .stopped
    case .pause: pause(at: moment)
    case .resume: stream.resume(at: moment)
    case .seek(let position): seek(to: position, at: moment)
    case .loop(let isOn, let end): stream.setLoop(end: isOn ? end ?? .zero : nil, at: moment)
    case .rate(let rate): stream.setRate(rate, at: moment)
    case .mute(let isOn): isMuted = isOn
    }
  }

  private func pause(at moment: Instant) {
    stream.pause(at: moment)
    streamLevel = .off
  }

  private func seek(to position: Duration, at moment: Instant) {
    if position >= stream.duration, stream.loopEnd == nil {
      endReason = .ended
    } else {
      stream.seek(to: position, at: moment)
    }
  }
}
