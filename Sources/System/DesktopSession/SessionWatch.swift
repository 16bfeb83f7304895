internal import HapticSystem
internal import MessageBus

/// Finds the user's session in logind and reports its state.
///
/// A service of a user's manager is in no session itself. Its session is `XDG_SESSION_ID`, if this is set and the
/// session exists; otherwise the session that logind selects as the user's display, which changes when users log in
/// and out.
final class SessionWatch {
  private let logind: BusPeer
  private let userID: UInt32
  private let onState: (SessionState) -> Void
  private var sessionID: String?
  private var signals: [BusSlot] = []
  private var question: BusSlot?
  private var user: BusProperties?
  private var session: BusProperties?
  private var sessionPath: String?

  init(_ logind: BusPeer, sessionID: String?, userID: UInt32, onState: @escaping (SessionState) -> Void) throws(Errno) {
    self.logind = logind
    self.sessionID = sessionID
    self.userID = userID
    self.onState = onState
    for member in ["SessionNew", "SessionRemoved"] {
      signals.append(
        try logind.signals(Logind.path, Logind.manager, member) { [unowned self] _ in sessionsChanged() })
    }
    find()
  }

  private func find() {
    guard let sessionID else { return findUser() }
    ask("GetSession", .string(sessionID)) { [unowned self] path in
      if let path { return follow(path) }
      self.sessionID = nil
      findUser()
    }
  }

  private func findUser() {
    ask("GetUser", .uint32(userID)) { [unowned self] path in
      guard let path else { return follow(nil) }
      user = try? BusProperties(of: path, Logind.user, at: logind) { [unowned self] in followDisplay($0) }
    }
  }

  private func ask(_ member: String, _ argument: BusValue, _ answer: @escaping (String?) -> Void) {
    question = logind.call(Logind.path, Logind.manager, member, [argument]) { [unowned self] in
      question = nil
      answer((try? $0.get())?.first?.asObjectPath)
    }
  }

  /// Finds the session again. logind reports a new display of a known user by itself; a new user is found only by a
  /// call.
  private func sessionsChanged() {
    if let user { user.reload() } else { find() }
  }

  /// Follows the session of the user's display: an id and a path, empty and `/` without a display.
  private func followDisplay(_ values: [String: BusValue]) {
    guard let display = values["Display"]?.asStructure, display.count == 2 else { return follow(nil) }
    follow(display[0] == .string("") ? nil : display[1].asObjectPath)
  }

  private func follow(_ path: String?) {
    if path == sessionPath, session != nil { return }
    sessionPath = path
    session = nil
    guard let path else { return onState(SessionState()) }
    session = try? BusProperties(of: path, Logind.session, at: logind) { [unowned self] values in
      onState(
        SessionState(
          isActive: values["Active"]?.asBool ?? true, isLocked: values["LockedHint"]?.asBool ?? false))
    }
  }
}

/// The names of org.freedesktop.login1(5).
enum Logind {
  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let session = "org.freedesktop.login1.Session"
  static let user = "org.freedesktop.login1.User"
}
