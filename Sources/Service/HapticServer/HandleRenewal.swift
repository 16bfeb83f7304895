internal import HapticPatterns
internal import HapticSystem

/// Renders and uploads the content of handles at the strengths in force, so that the next play needs neither. One handle
/// at a time: clients may have thousands of them.
final class HandleRenewal {
  private let sessions: SessionRegistry
  private let devices: DeviceRegistry
  private let policy: Policy
  /// The numbers of the sessions whose handles are still to be looked at.
  private var numbers: [UInt64] = []

  private var session: Session?
  /// The handles of `session` that are still to be looked at.
  private var handles: [PreparedFeedback] = []

  init(_ sessions: SessionRegistry, _ devices: DeviceRegistry, _ policy: Policy) {
    self.sessions = sessions
    self.devices = devices
    self.policy = policy
  }

  var isOver: Bool { handles.isEmpty && numbers.isEmpty }

  /// Begins anew, after a change of strengths.
  func begin() {
    numbers = sessions.all.map(\.number)
    (session, handles) = (nil, [])
  }

  /// Renders the next handle, if one of the present session is left; otherwise, turns to the next session.
  func renewNext(at now: Instant) {
    while let prepared = handles.popLast() {
      if let session, !session.isClosing, renew(prepared, of: session, at: now) { return }
    }
    session = numbers.popLast().flatMap { sessions[$0] }
    handles = session?.handles.allPrepared ?? []
  }

  /// - Returns: false if the content has the strength in force already.
  private func renew(_ prepared: PreparedFeedback, of session: Session, at now: Instant) -> Bool {
    guard let old = prepared.latest, let player = devices.player(old.device) else { return false }
    let intensity = policy.felt(.max, prepared.feedback.category, of: session, on: player)
    guard intensity > 0, intensity != old.intensity else { return false }
    player.preparation.prepare(prepared.newContent(on: player, intensity: intensity), at: now)
    return true
  }
}
