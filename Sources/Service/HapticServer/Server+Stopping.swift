internal import HapticProtocol
internal import HapticSystem

extension Server {
  /// Stops one playback of a client, or all of them.
  func stop(_ number: PlaybackID?, _ exchange: Exchange) {
    let owner = exchange.session.number
    var outcome = Outcome(.done, playback: number)
    for player in devices.players {
      let count = player.stop(.stopped, at: exchange.received) { playback in
        playback.owner == owner && (number == nil || playback.number == number?.rawValue)
      }
      outcome.add(count, on: player)
    }
    if number != nil, outcome.count == 0 { outcome.verdict = .unknownPlayback }
    recorder.conclude(exchange, outcome)
  }

  /// Stops all playbacks of all clients. The stop is also written to devices on which nothing is known to play.
  func stopEverything(_ exchange: Exchange) {
    var outcome = Outcome(.done)
    for player in devices.players {
      let count = player.silence(.stoppedEverything, at: exchange.received)
      outcome.add(count, on: player, alwaysStops: true)
    }
    log.notice("\(exchange.session.description) stopped everything: \(outcome.count) playbacks")
    recorder.conclude(exchange, outcome)
  }
}
