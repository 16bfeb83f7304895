internal import HapticPatterns

/// Everything that a server keeps for its clients, counted. Each number is bounded by `Limits`, and zero when all clients
/// have left, but for the applications that are remembered.
package struct Inventory: Equatable, Sendable {
  package var sessions = 0
  package var watchers = 0
  package var applications = 0
  /// Running playbacks by the number of their session, as the players have them.
  package var playbacks: [UInt32: Int] = [:]
  /// The same, as sessions count them for their limits.
  package var countedBySessions: [UInt32: Int] = [:]
  /// The same of all applications, those without clients included.
  package var countedByApplications = 0
  package var handles = 0
  package var patternBytes = 0

  package init() {}
}

extension Server {
  /// What is kept at present. Walks everything: for tests.
  package var inventory: Inventory {
    var inventory = Inventory()
    inventory.sessions = sessions.count
    inventory.watchers = watchers.count
    for player in roster.players {
      for owner in player.owners { inventory.playbacks[owner, default: 0] += 1 }
    }
    for session in sessions.values where session.playbacks != 0 {
      inventory.countedBySessions[session.number] = session.playbacks
    }
    for application in applications.all {
      inventory.applications += 1
      inventory.countedByApplications += application.playbacks
      inventory.handles += application.handles
      inventory.patternBytes += application.patternBytes
    }
    return inventory
  }
}
