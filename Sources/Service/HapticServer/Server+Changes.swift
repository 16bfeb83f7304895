internal import HapticProtocol
internal import HapticSystem

// Changes running playbacks for their clients.

extension Server {
  func change(_ transport: Request.Transport, _ exchange: Exchange) {
    schedule(.transport(transport.action), for: transport.playback, at: transport.atNanoseconds, exchange)
  }

  func change(_ modulate: Request.Modulate, _ exchange: Exchange) {
    let session = exchange.session
    guard let charge = Charge(MemoryCost.points(modulate.points), to: session.allowance.memory) else {
      return recorder.conclude(exchange, .limit)
    }
    schedule(
      .modulate(modulate.control, modulate.points, charge), for: modulate.playback, at: modulate.atNanoseconds,
      exchange)
  }

  /// Schedules an action for all playbacks with the number, or for none if one of them has no place for it.
  private func schedule(
    _ action: LiveRenderer.Action, for number: PlaybackID, at nanoseconds: Int64?, _ exchange: Exchange
  ) {
    let moment = nanoseconds.map(Instant.init(nanoseconds:)) ?? exchange.received
    conclude(exchange) { outcome throws(Refusal) in
      outcome.playback = number
      if moment - exchange.received > Policy.longestAhead { throw Refusal(.limit) }
      func isMeant(_ playback: Playback) -> Bool {
        playback.request.owner === exchange.session && playback.request.number == number.rawValue
      }
      let isDue = moment <= exchange.received
      for player in devices.players where !player.hasPlace(for: action, isDue: isDue, where: isMeant) {
        throw Refusal(.limit)
      }
      for player in devices.players {
        outcome.add(player.schedule(action, at: moment, now: exchange.received, where: isMeant), on: player)
      }
      if outcome.count == 0 { throw Refusal(.unknownPlayback) }
    }
  }

  /// Carries out a request, and concludes it: a refusal is its verdict.
  func conclude(_ exchange: Exchange, _ body: (inout Outcome) throws(Refusal) -> Void) {
    var outcome = Outcome(verdict: .done)
    do throws(Refusal) { try body(&outcome) } catch { outcome.verdict = error.verdict }
    recorder.conclude(exchange, outcome)
  }

  func stop(_ number: PlaybackID?, _ exchange: Exchange) {
    var outcome = Outcome(verdict: .done, playback: number)
    for player in devices.players {
      let count = player.stop(.stopped, at: exchange.received) { playback in
        let request = playback.request
        return request.owner === exchange.session && (number == nil || request.number == number?.rawValue)
      }
      outcome.add(count, on: player)
    }
    if number != nil, outcome.count == 0 { outcome.verdict = .unknownPlayback }
    recorder.conclude(exchange, outcome)
  }

  /// Stops all playbacks of all clients. The stop is also written to devices on which nothing is known to play.
  func stopEverything(_ exchange: Exchange) {
    var outcome = Outcome(verdict: .done)
    for player in devices.players {
      let count = player.silence(.stoppedEverything, at: exchange.received)
      outcome.add(count, on: player, alwaysStops: true)
    }
    log.notice("\(exchange.session.peer.description) stopped everything: \(outcome.count) playbacks")
    onStopEverything?()
    recorder.conclude(exchange, outcome)
  }
}
