internal import HapticSystem

// The vocabulary is rendered, and its levels made resident, before anybody asks, but never while somebody waits: all of
// it takes longer than everything else that is done for the first haptic of a daemon that the request for it started.

extension Server {
  /// Has the actuators go through what is new of the vocabulary, a composition at a time, while nothing else is due.
  func scheduleRehearsals() {
    if rehearsals == nil { rehearsals = try? scheduler.makeAlarm(.idle) { [unowned self] now in rehearse(at: now) } }
    rehearsals?.set(for: scheduler.now + Self.calm)
  }

  private func rehearse(at now: Instant) {
    // While something plays the next step may be due any moment. Its end goes on with this.
    guard let player = rehearsing, !roster.players.contains(where: { $0.isPlaying }) else { return }
    player.preparation.rehearse()
    rehearsals?.set(for: now)
  }

  /// Something ended, for which what is left may have waited.
  func resumeRehearsals() { if rehearsing != nil { scheduleRehearsals() } }

  private var rehearsing: Player? { roster.players.first { $0.preparation.isRehearsing } }

  /// What a program is started for, or a pad plugged in, is wanted before that. Far longer than a request takes, far
  /// shorter than a hand.
  static let calm = Duration.milliseconds(100)
}
