internal import HapticProtocol
internal import HapticSystem

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
    let count = roster.players.reduce(0) { count, player in
      count
        + player.stop(.stopped, at: exchange.received) { playback in
          playback.owner == owner && (number == nil || playback.number == number?.rawValue)
        }
    }
    var reply = VerdictReply(number != nil && count == 0 ? .unknownPlayback : .done, exchange.received)
    reply.playback = number
    reply.count = UInt64(count)
    conclude(exchange, reply)
  }

  /// The panic button: also writes the stop to devices on which nothing is known to play.
  private func stopEverything(_ exchange: Exchange) {
    guard isTool(exchange.session) else { return refuseTool(exchange) }
    var reply = VerdictReply(.done, exchange.received)
    for player in roster.players {
      reply.count += UInt64(player.silence(.stoppedEverything, at: exchange.received))
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
}
