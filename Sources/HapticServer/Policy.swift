internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorModel

/// Whether, where and how a play happens. The order of the checks is the order of the lines in `admit`.
struct Policy {
  let vocabulary: Vocabulary

  /// A play that may start.
  struct Admission {
    let player: Player
    let drive: Drive
    let start: Instant
  }

  func admit(_ play: Play, from session: Session, receivedAt received: Instant, now: Instant, roster: Roster)
    throws(Refusal) -> Admission
  {
    try checkLimits(of: session, roster: roster)
    try checkStart(of: play, receivedAt: received)
    let feedback = try feedback(for: play, from: session)
    let player = try roster.route(to: play.device)
    let start = try checkDeadline(of: play, feedback: feedback, receivedAt: received, now: now)
    let drive = player.drive(for: feedback, intensity: play.intensity)
    return Admission(player: player, drive: drive, start: start)
  }

  private func checkLimits(of session: Session, roster: Roster) throws(Refusal) {
    if roster.playbackCount(ownedBy: session.number) >= Limits.playbacks { throw Refusal(.limit) }
  }

  private func checkStart(of play: Play, receivedAt received: Instant) throws(Refusal) {
    guard let start = play.start else { return }
    if start - received.nanoseconds > Limits.startAheadNanoseconds { throw Refusal(.limit) }
  }

  /// What is meant: a prepared handle, or else a name.
  func feedback(for play: Play, from session: Session) throws(Refusal) -> Feedback {
    if let handle = play.handle {
      guard let feedback = session.prepared[handle] else { throw Refusal(.unknownHandle) }
      return feedback
    }
    return try feedback(named: play.name)
  }

  func feedback(named name: ShortName) throws(Refusal) -> Feedback {
    guard let feedback = vocabulary[name] else { throw Refusal(.unknownFeedback) }
    return feedback
  }

  /// Late is worse than never: a haptic that would no longer match its cause is dropped.
  ///
  /// - Returns: when the playback starts.
  private func checkDeadline(of play: Play, feedback: Feedback, receivedAt received: Instant, now: Instant)
    throws(Refusal) -> Instant
  {
    // A cause in the future is a client's mistake; it must not stretch the deadline.
    let cause = min(play.cause.map(Instant.init(nanoseconds:)) ?? received, received)
    let wanted = max(play.start.map(Instant.init(nanoseconds:)) ?? cause, cause)
    let patience = play.deadline ?? (play.category ?? feedback.category).deadline
    if now > wanted + patience { throw Refusal(.expired) }
    return max(wanted, now)
  }
}
