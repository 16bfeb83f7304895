internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorModel

extension Server {
  /// Carries out one request.
  func handle(_ packet: RequestPacket, from session: Session, receivedAt received: Instant) {
    let exchange = Exchange(session: session, serial: packet.serial, opcode: packet.request.opcode, received: received)
    guard session.isGreeted || exchange.opcode == .hello else {
      return session.doom("broke the protocol: \(exchange.opcode) came before hello")
    }
    switch packet.request {
    case .hello(let hello): greet(hello, exchange)
    case .prepare(let prepare): self.prepare(prepare, exchange)
    case .release(let handle): release(handle, exchange)
    case .play(let play): self.play(play, exchange)
    case .stop(let playback): stop(playback, exchange)
    case .stopEverything: stopEverything(exchange)
    case .devices: exchange.reply(.devices(devices))
    case .statistics(let resetting): reportStatistics(resetting: resetting, exchange)
    case .monitor(let scope): monitor(scope, exchange)
    case .define(let define): self.define(define, exchange)
    case .part(let part): add(part, exchange)
    case .transport(let transport): change(transport, exchange)
    case .modulate(let modulate): change(modulate, exchange)
    case .feedbacks(let first): list(from: first, exchange)
    case .unknown: conclude(exchange, VerdictReply(.unsupported, received))
    }
  }

  private func greet(_ hello: Request.Hello, _ exchange: Exchange) {
    guard !exchange.session.isGreeted else {
      return exchange.session.doom("broke the protocol: a second hello")
    }
    exchange.session.isGreeted = true
    exchange.session.name = hello.applicationName
    exchange.reply(.hello(HelloReply(version: min(hello.version, Limits.version), daemonVersion: version)))
  }

  // MARK: Playing

  private func play(_ play: Request.Play, _ exchange: Exchange) {
    var reply = VerdictReply(.played, exchange.received)
    reply.playback = play.playback
    var player: Player?
    do throws(Refusal) {
      let session = exchange.session
      let admission = try policy.admit(
        play, from: session, receivedAt: exchange.received, now: exchange.received, roster: roster)
      let now = scheduler.now
      reply.admittedNanoseconds = now.nanoseconds
      reply.device = admission.player.actuator.id
      player = admission.player
      let playback = Playback(
        number: play.playback?.rawValue ?? 0, owner: session.number, content: admission.content,
        start: start(of: play, admission, now), received: play.startNanoseconds == nil ? exchange.received : nil)
      reply.writtenNanoseconds = try start(playback, on: admission.player, at: now)?.nanoseconds
    } catch {
      reply.verdict = error.verdict
    }
    record(play, reply)
    conclude(exchange, reply, showing: play)
    player?.settle(at: exchange.received)
  }

  /// What has a start time is to be felt then, and handed over as much earlier as the motors need.
  private func start(of play: Request.Play, _ admission: Policy.Admission, _ now: Instant) -> Instant {
    guard play.startNanoseconds != nil, admission.start > now else { return max(admission.start, now) }
    return max(admission.start - admission.player.lead(of: admission.content), now)
  }

  private func start(_ playback: Playback, on player: Player, at now: Instant) throws(Refusal) -> Instant? {
    do {
      return try player.start(playback, at: now)
    } catch {
      log.warning("\(player.actuator.record.name) refused a level: \(error)")
      throw Refusal(.deviceFailed)
    }
  }

  private func prepare(_ prepare: Request.Prepare, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    do throws(Refusal) {
      let material = try policy.material(named: prepare.name)
      try bind(material, to: prepare.handle, for: prepare.device, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply, feedback: prepare.name)
  }

  /// Makes a handle stand for something, and its levels resident.
  func bind(
    _ material: Material, to handle: Handle, for device: DeviceID?, _ exchange: Exchange, _ reply: inout VerdictReply
  ) throws(Refusal) {
    // The handle stands whether or not a device is there to play it: one may come.
    exchange.session.prepared[handle] = Prepared(material: material, device: device)
    let player = try roster.route(to: device)
    let (content, levels) = player.prepare(material.composition, at: exchange.received)
    exchange.session.prepared[handle]?.rendering = (player.actuator.id, content)
    reply.device = player.actuator.id
    reply.count = UInt32(levels)
    reply.admittedNanoseconds = scheduler.now.nanoseconds
  }

  private func release(_ handle: Handle, _ exchange: Exchange) {
    exchange.session.definitions[handle] = nil
    let known = exchange.session.prepared.removeValue(forKey: handle) != nil
    conclude(exchange, VerdictReply(known ? .done : .unknownHandle, exchange.received))
  }

  // MARK: Stopping

  private func stop(_ number: PlaybackID?, _ exchange: Exchange) {
    let owner = exchange.session.number
    let count = roster.players.reduce(0) { count, player in
      count
        + player.stop(.stopped, at: exchange.received) { playback in
          playback.owner == owner && (number == nil || playback.number == number?.rawValue)
        }
    }
    var reply = VerdictReply(number != nil && count == 0 ? .unknownPlayback : .done, exchange.received)
    reply.playback = number
    reply.count = UInt32(count)
    conclude(exchange, reply)
  }

  /// The panic button: also writes the stop to devices on which nothing is known to play.
  private func stopEverything(_ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    for player in roster.players {
      reply.count += UInt32(player.silence(.stoppedEverything, at: exchange.received))
    }
    log.notice("\(exchange.session.description) stopped everything: \(reply.count) playbacks")
    conclude(exchange, reply)
  }

  // MARK: Looking

  private func reportStatistics(resetting: Bool, _ exchange: Exchange) {
    let cost = roster.players.reduce(departedCost) { $0 + $1.actuator.counters }
    let report = statistics.report(
      uptime: exchange.received - startedAt, clients: sessions.count, cost: cost - resetCost)
    exchange.reply(.statistics(report))
    guard resetting else { return }
    statistics = Statistics()
    resetCost = cost
  }

  private func monitor(_ scope: MonitorScope, _ exchange: Exchange) {
    conclude(exchange, VerdictReply(.done, exchange.received))
    let session = exchange.session
    session.scope = scope
    watchers.removeAll { $0 === session }
    if !scope.isEmpty { watchers.append(session) }
  }

  // MARK: Concluding

  private func record(_ play: Request.Play, _ reply: VerdictReply) {
    let received = Instant(nanoseconds: reply.receivedNanoseconds)
    if let cause = play.causeNanoseconds { statistics.received.record(received - Instant(nanoseconds: cause)) }
    if let admitted = reply.admittedNanoseconds {
      statistics.admitted.record(Instant(nanoseconds: admitted) - received)
    }
  }

  /// The end of every request that has a verdict: counted, answered, shown.
  func conclude(
    _ exchange: Exchange, _ reply: VerdictReply, feedback: ShortName = .empty, showing play: Request.Play? = nil
  ) {
    statistics.count(reply.verdict)
    exchange.reply(.verdict(reply))
    show(.requests) {
      .observed(Observed(exchange, reply, play, feedback: play.map { name(of: $0, exchange.session) } ?? feedback))
    }
  }

  private func name(of play: Request.Play, _ session: Session) -> ShortName {
    switch play.subject {
    case .name(let name): name
    case .handle(let handle): session.prepared[handle]?.material.name ?? .empty
    }
  }
}

/// One request on its way: who asked what, when.
struct Exchange {
  let session: Session
  let serial: UInt32
  let opcode: Opcode
  let received: Instant

  /// Answers, if an answer was asked for.
  func reply(_ reply: Reply) {
    if serial != 0 { session.send(.reply(serial: serial, reply)) }
  }
}

extension VerdictReply {
  init(_ verdict: Verdict, _ received: Instant) {
    self.init(verdict, receivedNanoseconds: received.nanoseconds)
  }
}

extension Observed {
  fileprivate init(_ exchange: Exchange, _ reply: VerdictReply, _ play: Request.Play?, feedback: ShortName) {
    self.init(
      opcode: exchange.opcode, verdict: reply.verdict, category: play?.category, device: reply.device,
      processID: UInt32(clamping: exchange.session.credentials.processID), intensity: play?.intensity ?? 0,
      causeNanoseconds: play?.causeNanoseconds, receivedNanoseconds: reply.receivedNanoseconds,
      admittedNanoseconds: reply.admittedNanoseconds, writtenNanoseconds: reply.writtenNanoseconds,
      playback: reply.playback, feedback: feedback, applicationName: exchange.session.name)
  }
}
