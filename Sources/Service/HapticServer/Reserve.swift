internal import HapticProtocol

/// Connections for the user's own programs and root's when no ordinary ones are left, so that `hapticctl stop --all`
/// can always connect. The session without a request for the longest time makes room for the next.
struct Reserve {
  private var sessions: [Session] = []

  mutating func insert(_ session: Session) { sessions.append(session) }
  mutating func remove(_ session: Session) { sessions.removeAll { $0 === session } }

  /// Moves sessions to ordinary connections that have become free.
  ///
  /// - Returns: the session that must make room for another, or nil if there is room.
  mutating func makeRoom() -> Session? {
    sessions.removeAll { $0.takePlace() }
    guard sessions.count >= Limits.reservedClients else { return nil }
    return sessions.min { $0.lastRequest < $1.lastRequest }
  }
}
