internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorModel

/// Whether, where and how a play happens. The order of the checks is the order of the lines in `admit`.
struct Policy {
  var catalogue: Catalogue

  /// A play that may start.
  struct Admission {
    let player: Player
    let content: Playback.Content
    let start: Instant
  }

  func admit(_ play: Request.Play, from session: Session, receivedAt received: Instant, now: Instant, roster: Roster)
    throws(Refusal) -> Admission
  {
    try checkLimits(of: session, roster: roster)
    try checkStart(of: play, receivedAt: received)
    let subject = try resolve(play.subject, of: session)
    if subject.material.isSilent { throw Refusal(.silent) }
    let player = try roster.route(to: play.device ?? subject.device)
    let start = try checkDeadline(of: play, subject.material.category, receivedAt: received, now: now)
    let content =
      subject.content(on: player.actuator.id, intensity: play.intensity)
      ?? player.content(subject.material.composition, intensity: play.intensity)
    return Admission(player: player, content: content, start: start)
  }

  private func checkLimits(of session: Session, roster: Roster) throws(Refusal) {
    if roster.playbackCount(ownedBy: session.number) >= Limits.playbacks { throw Refusal(.limit) }
  }

  private func checkStart(of play: Request.Play, receivedAt received: Instant) throws(Refusal) {
    guard let start = play.startNanoseconds else { return }
    if start - received.nanoseconds > Limits.startAheadNanoseconds { throw Refusal(.limit) }
  }

  /// What is meant: something prepared, or a name.
  private func resolve(_ subject: Request.Play.Subject, of session: Session) throws(Refusal) -> Prepared {
    switch subject {
    case .name(let name):
      return Prepared(material: try material(named: name))
    case .handle(let handle):
      guard let prepared = session.prepared[handle] else { throw Refusal(.unknownHandle) }
      return prepared
    }
  }

  func material(named name: ShortName) throws(Refusal) -> Material {
    guard let material = catalogue.material(named: name) else { throw Refusal(.unknownFeedback) }
    return material
  }

  /// Late is worse than never: a haptic that would no longer match its cause is dropped.
  ///
  /// - Returns: when the playback starts.
  private func checkDeadline(of play: Request.Play, _ category: Category, receivedAt received: Instant, now: Instant)
    throws(Refusal) -> Instant
  {
    // A cause in the future is a client's mistake; it must not stretch the deadline.
    let cause = play.causeNanoseconds.map { min(Instant(nanoseconds: $0), received) }
    let start = play.startNanoseconds.map(Instant.init(nanoseconds:))
    let wanted = max(cause ?? start ?? received, start ?? cause ?? received)
    let patience =
      play.deadlineMicroseconds.map { .microseconds(Int64($0)) }
      ?? (play.category ?? category).deadline
    if now > wanted + patience { throw Refusal(.expired) }
    return max(wanted, now)
  }
}
