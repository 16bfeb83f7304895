/// The amounts that a server keeps for its clients. Each is bounded by `Limits`, and zero when all clients have left,
/// except for the applications, some of which stay in memory.
package struct Inventory: Equatable, Sendable {
  package var sessions = 0
  package var watchers = 0
  package var applications = 0
  /// The number of playbacks of each session, counted on the players.
  package var playbacks: [UInt64: Int] = [:]
  /// The same, counted by the sessions for their limits.
  package var countedBySessions: [UInt64: Int] = [:]
  /// The sum of the same over all applications, with or without clients.
  package var countedByApplications = 0
  package var handles = 0
  package var patternBytes = 0
  /// Bytes that are charged to applications.
  package var memory = 0

  package init() {}
}

extension Server {
  /// The present amounts. For tests: it walks over all sessions and playbacks.
  package var inventory: Inventory {
    var inventory = Inventory()
    inventory.sessions = sessions.all.count { !$0.isClosing }
    inventory.watchers = recorder.monitors.count
    for player in devices.players {
      for playback in player.playbacks { inventory.playbacks[playback.request.owner.number, default: 0] += 1 }
    }
    for session in sessions.all where session.allowance.playbacks.used != 0 {
      inventory.countedBySessions[session.number] = session.allowance.playbacks.used
    }
    for application in sessions.applications.all {
      inventory.applications += 1
      inventory.countedByApplications += application.allowance.playbacks.used
      inventory.handles += application.allowance.handles.used
      inventory.patternBytes += application.allowance.patternBytes.used
      inventory.memory += application.allowance.memory.used
    }
    return inventory
  }
}
