internal import HapticPatterns
internal import HapticPreferences
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
    case .history(let number): recall(after: number, exchange)
    case .status: reportStatus(exchange)
    case .unknown: conclude(exchange, VerdictReply(.unsupported, received))
    }
  }

  private func greet(_ hello: Request.Hello, _ exchange: Exchange) {
    guard !exchange.session.isGreeted else {
      return exchange.session.doom("broke the protocol: a second hello")
    }
    exchange.session.isGreeted = true
    introduce(exchange.session, as: hello.applicationName)
    exchange.reply(.hello(HelloReply(version: min(hello.version, Limits.version), daemonVersion: version)))
  }

  // MARK: Playing

  private func play(_ play: Request.Play, _ exchange: Exchange) {
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
    let written = try start(playback, on: player, at: now)
    session.playbacks += 1
    session.application.playbacks += 1
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
    if let known = session.prepared[handle]?.content(on: actuator, intensity: intensity) { return known }
    let content = player.preparation.content(material.composition, intensity: intensity)
    session.prepared[handle]?.rendering = .init(actuator: actuator, intensity: intensity, content: content)
    return content
  }

  /// What has a start time is to be felt then, and handed over as much earlier as the motors need.
  private func start(
    of play: Request.Play, _ wanted: Instant, _ content: Playback.Content, on player: Player, _ now: Instant
  ) -> Instant {
    guard play.startNanoseconds != nil, wanted > now else { return max(wanted, now) }
    return max(wanted - player.preparation.lead(of: content), now)
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
      try checkHandles(prepare.handle, exchange.session)
      let material = try policy.material(named: prepare.name)
      try bind(material, to: prepare.handle, for: prepare.device, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply, Matter(feedback: prepare.name))
  }

  /// Makes a handle stand for something, and its levels resident.
  func bind(
    _ material: Material, to handle: Handle, for device: DeviceID?, _ exchange: Exchange, _ reply: inout VerdictReply
  ) throws(Refusal) {
    // The handle stands whether or not a device is there to play it: one may come.
    exchange.session.prepared[handle] = Prepared(material: material, device: device)
    let session = exchange.session
    let locality = session.wishes.locality ?? policy.preferences.locality
    let player = try roster.route(to: device, locality, at: exchange.received).first
    let intensity = policy.felt(.max, material.category, of: session, on: player)
    let (content, levels) = player.preparation.prepare(
      material.composition, intensity: intensity, at: exchange.received)
    session.prepared[handle]?.rendering = .init(
      actuator: player.actuator.id, intensity: intensity, content: content)
    reply.device = player.actuator.id
    reply.count = UInt32(levels)
    reply.admittedNanoseconds = scheduler.now.nanoseconds
  }

  /// One more handle must be within what the application may have.
  func checkHandles(_ handle: Handle, _ session: Session) throws(Refusal) {
    if session.prepared[handle] != nil || session.definitions[handle] != nil { return }
    if session.application.handles >= Limits.handles * Limits.clientsWorthPerApplication { throw Refusal(.limit) }
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
    guard isTool(exchange.session) else { return refuseTool(exchange) }
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
    guard isTool(exchange.session) else { return refuseTool(exchange) }
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

  /// The end of every request that has a verdict: counted, answered, shown, and remembered where somebody may ask why.
  func conclude(_ exchange: Exchange, _ reply: VerdictReply, _ matter: Matter = Matter()) {
    statistics.count(reply.verdict)
    exchange.reply(.verdict(reply))
    let isKept = matter.play != nil || exchange.opcode == .stopEverything || !reply.verdict.isSuccess
    guard isKept || !watchers.isEmpty else { return }
    var observed = observed(exchange, reply, matter)
    if isKept {
      observed.number = chronicle.next
      chronicle.keep(observed)
    }
    show(.requests) { .observed(observed) }
  }

  private func observed(_ exchange: Exchange, _ reply: VerdictReply, _ matter: Matter) -> Observed {
    let session = exchange.session
    var feedback = matter.feedback
    var category = matter.category
    if let play = matter.play {
      let material = matter.material ?? material(of: play, session)
      feedback = material?.name ?? play.name
      category = category ?? play.category ?? material?.category
    }
    return Observed(
      opcode: exchange.opcode, verdict: reply.verdict, category: category, device: reply.device,
      processID: UInt32(clamping: session.credentials.processID), intensity: matter.play?.intensity ?? 0,
      causeNanoseconds: matter.play?.causeNanoseconds, receivedNanoseconds: reply.receivedNanoseconds,
      admittedNanoseconds: reply.admittedNanoseconds, writtenNanoseconds: reply.writtenNanoseconds,
      playback: reply.playback, feedback: feedback, applicationName: session.identity.name,
      identity: session.identity.source, felt: matter.felt, importance: importance(of: matter, session))
  }

  private func importance(of matter: Matter, _ session: Session) -> Observed.Importance {
    guard let play = matter.play, play.isImportant else { return .ordinary }
    return policy.mayBeImportant(session) ? .granted : .denied
  }

  private func material(of play: Request.Play, _ session: Session) -> Material? {
    switch play.subject {
    case .name(let name): policy.catalogue.material(named: name)
    case .handle(let handle): session.prepared[handle]?.material
    }
  }
}

/// What a request was about, for those who look.
struct Matter {
  var play: Request.Play?
  var material: Material?
  var category: Category?
  var felt: UInt16 = 0
  /// Of requests that are no plays.
  var feedback = ShortName.empty

  init(_ play: Request.Play, _ admission: Policy.Admission?, felt: UInt16) {
    self.play = play
    self.felt = felt
    material = admission?.material
    category = admission?.category
  }

  init(feedback: ShortName = .empty) { self.feedback = feedback }
}

extension Request.Play {
  fileprivate var name: ShortName { if case .name(let name) = subject { name } else { .empty } }
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
