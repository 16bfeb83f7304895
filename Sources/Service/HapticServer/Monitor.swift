internal import HapticProtocol

/// A session that receives events of a scope.
struct Monitor {
  let session: Session
  var scope: MonitorScope
  /// Events that it missed because it is slow, and that were not reported to it yet.
  private var lost: UInt64 = 0

  init(_ session: Session, _ scope: MonitorScope) {
    self.session = session
    self.scope = scope
  }

  /// Sends an event that the monitor may miss. The next `observed` event contains the number of missed events.
  mutating func show(_ event: DaemonEvent) {
    guard session.offer(.event(event.tellingOfLost(lost))) else {
      lost += 1
      return
    }
    if case .observed = event { lost = 0 }
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
