internal import HapticProtocol

/// A session that receives events of a scope.
struct Monitor {
  let session: Session
  var scope: MonitorScope

  /// Sends an event that the monitor may miss. The next `observed` event contains the number of missed events.
  func show(_ event: DaemonEvent) {
    guard session.offer(.event(event.tellingOfLost(session.lost))) else {
      session.lost += 1
      return
    }
    if case .observed = event { session.lost = 0 }
  }
}

extension DaemonEvent {
  /// The event with the number of events lost before it, if it has a field for that.
  fileprivate func tellingOfLost(_ lost: UInt64) -> DaemonEvent {
    guard lost > 0, case .observed(var observed) = self else { return self }
    observed.lost = lost
    return .observed(observed)
  }
}
