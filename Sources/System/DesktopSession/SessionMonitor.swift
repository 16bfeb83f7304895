internal import Glibc
internal import HapticSystem
package import MessageBus

/// The state of the user's session and the sleep of the machine, as reported by logind. Without logind, the session
/// counts as active and not locked. A logind that starts later or again is noticed; the process is not woken up
/// meanwhile.
package final class SessionMonitor {
  /// The current state.
  package private(set) var state = SessionState()

  private let link: BusLink
  private let sessionID: String?
  private let userID: UInt32
  private let onState: (SessionState) -> Void
  private let onSleep: (SleepLock) -> Void
  private let onWake: () -> Void
  private let onAbsence: (String) -> Void
  private var name: BusName?
  private var session: SessionWatch?
  private(set) var sleep: SleepWatch?
  private var hasSaidAbsence = false

  /// - Parameters:
  ///   - link: the connection to the bus; must not outlive the monitor.
  ///   - sessionID: the session, if it exists.
  ///   - userID: the user of the session; nil means the user of this process.
  ///   - onState: called after each change. Initially the session is active and not locked.
  ///   - onSleep: called before sleep. The machine sleeps after the lock is released, or after five seconds.
  ///   - onWake: called when the machine is awake again, or when logind is gone during sleep.
  ///   - onAbsence: called at most once, without logind, with the reason as the beginning of a sentence.
  package init(
    link: BusLink, sessionID: String? = Environment.variable("XDG_SESSION_ID"), userID: UInt32? = nil,
    onState: @escaping (SessionState) -> Void, onSleep: @escaping (SleepLock) -> Void, onWake: @escaping () -> Void,
    onAbsence: @escaping (String) -> Void
  ) {
    self.link = link
    self.sessionID = sessionID
    self.userID = userID ?? getuid()
    self.onState = onState
    self.onSleep = onSleep
    self.onWake = onWake
    self.onAbsence = onAbsence
    if let failure = link.failure { sayAbsence("the system's message bus cannot be reached: \(failure)") }
    link.observe { [unowned self] in use($0) }
  }

  private func use(_ connection: BusConnection?) {
    name = nil
    guard let connection else { return follow(nil) }
    do {
      name = try BusName(Logind.name, on: connection) { [unowned self] logind in
        if logind == nil { sayAbsence("logind is not running") }
        hasSaidAbsence = true
        follow(logind)
      }
    } catch {
      sayAbsence("the system's message bus cannot be used: \(error)")
    }
  }

  private func follow(_ logind: BusPeer?) {
    let wasAsleep = sleep?.isAsleep ?? false
    session = nil
    sleep = nil
    guard let logind else {
      note(SessionState())
      // The machine counts as awake, because the end of sleep is no longer reported.
      if wasAsleep { onWake() }
      return
    }
    session = try? SessionWatch(logind, sessionID: sessionID, userID: userID) { [unowned self] in note($0) }
    sleep = try? SleepWatch(logind, on: link, onSleep: onSleep, onWake: onWake)
  }

  private func note(_ state: SessionState) {
    if state == self.state { return }
    self.state = state
    onState(state)
  }

  private func sayAbsence(_ reason: String) {
    if hasSaidAbsence { return }
    hasSaidAbsence = true
    onAbsence(reason)
  }
}

/// The state of the user's session.
package struct SessionState: Equatable, Sendable {
  /// Whether the session is on the screen. True if this is unknown.
  package var isActive = true
  /// Whether the screen is locked. False if this is unknown.
  package var isLocked = false
}
