internal import HapticProtocol

/// Connections that the user's own programs get when there are no others left, so that `hapticctl stop --all` always
/// gets in. The one that was silent for longest makes room for the next.
struct Reserve {
  private var sessions: [Session] = []

  mutating func insert(_ session: Session) { sessions.append(session) }
  mutating func remove(_ session: Session) { sessions.removeAll { $0 === session } }

  /// Moves those to the ordinary connections that find room there by now.
  ///
  /// - Returns: the one that must make room for another; nil where there is room.
  mutating func makeRoom() -> Session? {
    sessions.removeAll { $0.takePlace() }
    guard sessions.count >= Limits.reservedClients else { return nil }
    return sessions.min { $0.lastRequest < $1.lastRequest }
  }
}
