internal import HapticProtocol
internal import HapticSystem

extension Server {
  /// Plays, if nothing is against it, and says what became of it.
  func play(_ play: Request.Play, _ exchange: Exchange) {
    var reply = VerdictReply(.played, exchange.received)
    reply.playback = play.playback
    var admission: Policy.Admission?
    var felt: UInt16 = 0
    do throws(Refusal) {
      let granted = try policy.admit(play, from: exchange.session, receivedAt: exchange.received, roster: roster)
      admission = granted
      let now = scheduler.now
      reply.admittedNanoseconds = now.nanoseconds
      reply.device = granted.player.actuator.id
      (reply.writtenNanoseconds, felt) = try start(play, granted, on: granted.player, exchange, at: now)
      for other in granted.others { _ = try? start(play, granted, on: other, exchange, at: now) }
      exchange.session.application.noteStart(granted.material, at: granted.wanted)
    } catch {
      reply.verdict = error.verdict
    }
    record(play, reply)
    conclude(exchange, reply, Matter(play, admission, felt: felt))
    admission?.player.settle(at: exchange.received)
    for other in admission?.others ?? [] { other.settle(at: exchange.received) }
  }

  /// Starts what was admitted on one of the devices that are to play it.
  ///
  /// - Returns: when its first level was written, nil where that is still to come, and how strong it is, in 1/65535.
  private func start(
    _ play: Request.Play, _ admission: Policy.Admission, on player: Player, _ exchange: Exchange, at now: Instant
  ) throws(Refusal) -> (written: Int64?, felt: UInt16) {
    let session = exchange.session
    let felt = policy.felt(play.intensity, admission.category, of: session, on: player)
    let content = content(play.subject, admission.material, on: player, intensity: felt, session)
    var playback = Playback(
      number: play.playback?.rawValue ?? 0, owner: session.number, content: content, category: admission.category,
      start: start(of: play, admission.start, content, on: player, now), latest: admission.latest,
      received: play.startNanoseconds == nil ? exchange.received : nil)
    playback.isImportant = admission.isImportant
    playback.intensity = play.intensity
    playback.entry = chronicle.next
    playback.feedback = admission.material.name
    let written = try start(playback, on: player, for: session, at: now)
    return (written?.nanoseconds, felt)
  }

  /// How it is played there: as the handle knows it, or as the handle shall know it from now on.
  private func content(
    _ subject: Request.Play.Subject, _ material: Material, on player: Player, intensity: UInt16, _ session: Session
  ) -> Playback.Content {
    guard case .handle(let handle) = subject else {
      return player.preparation.content(material.composition, intensity: intensity)
    }
    let actuator = player.actuator.id
    if let known = session.handles.prepared(handle)?.content(on: actuator, intensity: intensity) { return known }
    let content = player.preparation.content(material.composition, intensity: intensity)
    session.handles.keep(content, intensity: intensity, on: actuator, for: handle)
    return content
  }

  /// What has a start time is to be felt then, and handed over as much earlier as the motors need.
  private func start(
    of play: Request.Play, _ wanted: Instant, _ content: Playback.Content, on player: Player, _ now: Instant
  ) -> Instant {
    guard play.startNanoseconds != nil, wanted > now else { return max(wanted, now) }
    return max(wanted - player.preparation.lead(of: content), now)
  }

  private func start(
    _ playback: Playback, on player: Player, for session: Session, at now: Instant
  ) throws(Refusal) -> Instant? {
    guard session.allowance.beginPlayback() else { throw Refusal(.limit) }
    do {
      return try player.start(playback, at: now)
    } catch {
      session.allowance.endPlayback()
      log.warning("\(player.actuator.record.name) refused a level: \(error)")
      throw Refusal(.deviceFailed)
    }
  }
}
