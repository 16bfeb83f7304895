internal import HapticProtocol
internal import HapticSystem

extension DeviceRecord {
  /// The record without the cost of the latest writes and the latest error, which change with each play of anybody.
  fileprivate var withoutTraces: DeviceRecord {
    var record = self
    record.uploadNanoseconds = 0
    record.playNanoseconds = 0
    record.errorNumber = 0
    if record.state == .ready { record.reason = "" }
    return record
  }
}

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
    case .devices: exchange.reply(.devices(isTool(session) ? devices : devices.map(\.withoutTraces)))
    case .statistics(let resetting): reportStatistics(resetting: resetting, exchange)
    case .monitor(let scope): monitor(scope, exchange)
    case .define(let define): self.define(define, exchange)
    case .part(let part): add(part, exchange)
    case .transport(let transport): change(transport, exchange)
    case .modulate(let modulate): change(modulate, exchange)
    case .feedbacks(let first): list(from: first, exchange)
    case .history(let number): recall(after: number, exchange)
    case .status: reportStatus(exchange)
    case .reload: reload(exchange)
    case .playing(let number): listPlaying(after: number, exchange)
    case .setting(let key): reportSetting(key, exchange)
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

  // MARK: Stopping

  private func stop(_ number: PlaybackID?, _ exchange: Exchange) {
    let owner = exchange.session.number
    var reply = VerdictReply(.done, exchange.received)
    reply.playback = number
    for player in roster.players {
      let count = player.stop(.stopped, at: exchange.received) { playback in
        playback.owner == owner && (number == nil || playback.number == number?.rawValue)
      }
      reply.add(count, on: player)
    }
    if number != nil, reply.count == 0 { reply.verdict = .unknownPlayback }
    conclude(exchange, reply)
  }

  /// The panic button: also writes the stop to devices on which nothing is known to play.
  private func stopEverything(_ exchange: Exchange) {
    guard isTool(exchange.session) else { return refuseTool(exchange) }
    var reply = VerdictReply(.done, exchange.received)
    for player in roster.players {
      let count = player.silence(.stoppedEverything, at: exchange.received)
      reply.add(count, on: player, tellingDevice: true)
    }
    log.notice("\(exchange.session.description) stopped everything: \(reply.count) playbacks")
    conclude(exchange, reply)
  }

  // MARK: Looking

  private func reportStatistics(resetting: Bool, _ exchange: Exchange) {
    guard isTool(exchange.session) else { return reportOwnStatistics(resetting: resetting, exchange) }
    let cost = roster.players.reduce(departedCost) { $0 + $1.actuator.counters }
    let report = statistics.report(
      uptime: exchange.received - startedAt, clients: sessions.count, cost: cost - resetCost)
    exchange.reply(.statistics(report))
    guard resetting else { return }
    statistics = Statistics()
    resetCost = cost
  }

  /// The counters of the client's own application: times and costs would tell when others play.
  private func reportOwnStatistics(resetting: Bool, _ exchange: Exchange) {
    let application = exchange.session.application
    var report = StatisticsReport(
      uptimeNanoseconds: (exchange.received - startedAt).wholeNanoseconds, clients: UInt64(application.clients))
    report.requests = application.verdicts.values
    exchange.reply(.statistics(report))
    if resetting { application.verdicts = VerdictCounts() }
  }

  private func monitor(_ scope: MonitorScope, _ exchange: Exchange) {
    guard isTool(exchange.session) else { return refuseTool(exchange) }
    conclude(exchange, VerdictReply(.done, exchange.received))
    let session = exchange.session
    session.scope = scope
    watchers.removeAll { $0 === session }
    if !scope.isEmpty { watchers.append(session) }
  }
}

extension VerdictReply {
  /// Counts playbacks that were ended or changed on one device, which may refuse to stop.
  ///
  /// - Parameter tellingDevice: whether the device was told to stop although nothing may have played on it.
  mutating func add(_ count: Int, on player: Player, tellingDevice: Bool = false) {
    self.count += UInt64(count)
    guard count > 0 || tellingDevice, player.isStopRefused else { return }
    verdict = .deviceFailed
    device = player.actuator.id
  }
}
