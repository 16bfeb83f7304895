internal import Glibc
public import HapticSystem
public import MessageBus

/// What logind knows of the person at the machine, and of the machine's sleep. Where there is no logind nothing is
/// missed: the session counts as active and not locked. One that comes later, or again, is noticed; nothing wakes the
/// process meanwhile.
public final class SessionMonitor {
  /// As it is now.
  public private(set) var state = SessionState()

  private let sessionID: String?
  private let userID: UInt32
  private let onState: (SessionState) -> Void
  private let onSleep: (SleepLock) -> Void
  private let onWake: () -> Void
  private let onAbsence: (String) -> Void
  private var name: BusName?
  private var session: SessionWatch?
  private var sleep: SleepWatch?
  private var isAsleep = false
  private var hasSaidAbsence = false

  /// - Parameters:
  ///   - link: must not outlive the monitor.
  ///   - sessionID: of the session to look at, if it exists.
  ///   - userID: whose sessions to look at; nil for who runs this process.
  ///   - onState: told each change; before the first the session is active and not locked.
  ///   - onSleep: the machine is about to sleep. It waits until the lock is released, five seconds at most.
  ///   - onWake: it is awake again, or nobody can say any more.
  ///   - onAbsence: told at most once, where there is no logind: why, as the beginning of a sentence.
  public init(
    link: BusLink, sessionID: String? = Environment.variable("XDG_SESSION_ID"), userID: UInt32? = nil,
    onState: @escaping (SessionState) -> Void, onSleep: @escaping (SleepLock) -> Void, onWake: @escaping () -> Void,
    onAbsence: @escaping (String) -> Void
  ) {
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
    session = nil
    sleep = nil
    guard let logind else { return forget() }
    session = try? SessionWatch(logind, sessionID: sessionID, userID: userID) { [unowned self] in note($0) }
    sleep = try? SleepWatch(
      logind, onSleep: { [unowned self] in fallAsleep($0) }, onWake: { [unowned self] in wake() })
  }

  /// Nobody can say when the machine is awake again, so it is.
  private func forget() {
    note(SessionState())
    wake()
  }

  private func note(_ state: SessionState) {
    if state == self.state { return }
    self.state = state
    onState(state)
  }

  private func fallAsleep(_ lock: SleepLock) {
    isAsleep = true
    onSleep(lock)
  }

  private func wake() {
    if !isAsleep { return }
    isAsleep = false
    onWake()
  }

  private func sayAbsence(_ reason: String) {
    if hasSaidAbsence { return }
    hasSaidAbsence = true
    onAbsence(reason)
  }
}

@available(*, unavailable)
extension SessionMonitor: Sendable {}
