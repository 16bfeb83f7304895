internal import HapticPatterns

/// Everything that a server keeps for its clients, counted. Each number is bounded by `Limits`, and zero when all clients
/// have left, but for the applications that are remembered.
package struct Inventory: Equatable, Sendable {
  package var sessions = 0
  package var watchers = 0
  package var applications = 0
  /// Running playbacks by the number of their session, as the players have them.
  package var playbacks: [UInt64: Int] = [:]
  /// The same, as sessions count them for their limits.
  package var countedBySessions: [UInt64: Int] = [:]
  /// The same of all applications, those without clients included.
  package var countedByApplications = 0
  package var handles = 0
  package var patternBytes = 0
  /// Bytes that are charged to applications.
  package var memory = 0

  package init() {}
}

extension Server {
  /// What is kept at present. Walks everything: for tests.
  package var inventory: Inventory {
    var inventory = Inventory()
    inventory.sessions = sessions.all.count
    inventory.watchers = recorder.monitors.count
    for player in devices.players {
      for playback in player.playbacks { inventory.playbacks[playback.owner, default: 0] += 1 }
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
