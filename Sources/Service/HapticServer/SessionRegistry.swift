internal import EventLoop
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// The connected clients: accepts them within the limits, and ends their sessions.
final class SessionRegistry {
  private var sessions: [UInt64: Session] = [:]
  private(set) var applications = Applications()
  private var lastNumber: UInt64 = 0
  private var reserve = Reserve()
  private var rejections = RejectionLog()
  /// Rings after the work at hand, which is a packet or an alarm, if a session is closing.
  private var dismissal: (any Alarm)?
  private let policy: Policy
  private let scheduler: any Scheduler
  private let log: Log
  /// Called when a session has a packet or has lost its client.
  var onReadable: ((Session) -> Void)?
  /// Called when a session has ended, before it is removed.
  var onEnd: ((Session) -> Void)?
  /// Called when sessions have ended and are removed.
  var afterEnd: ((Instant) -> Void)?

  init(_ policy: Policy, _ scheduler: any Scheduler, _ log: Log) {
    self.policy = policy
    self.scheduler = scheduler
    self.log = log
  }

  subscript(number: UInt64) -> Session? { sessions[number] }

  /// Frees the memory of sessions that have ended: a dictionary never does so by itself.
  func compact() { sessions = sessions.filter { _ in true } }

  var all: some Collection<Session> { sessions.values }

  // MARK: Connecting

  /// Accepts a connection.
  ///
  /// - Returns: the new session's number; nil if a limit on connections was reached and the connection was closed.
  func connect(
    _ line: consuming ClientLine, as identity: Identity, _ credentials: PeerCredentials,
    for claimedApplication: ShortName = .empty, loop: EventLoop?
  ) throws(Errno) -> UInt64? {
    if dismissal == nil { dismissal = try scheduler.makeAlarm(.stop) { [unowned self] in dismissClosing(at: $0) } }
    let application = applications.application(Application.Key(identity, credentials))
    // Forgets the application if its client is rejected or cannot be watched.
    defer { applications.retire(application) }
    lastNumber += 1
    let session = Session(
      number: lastNumber, credentials: credentials, identity: identity, application: application,
      claimedApplication: claimedApplication, line: line, at: scheduler.now, dismissal: dismissal)
    let isOrdinary = session.takePlace()
    guard isOrdinary || application.key.trust.isOwn else {
      noteRejected(credentials, identity, because: "there are too many connections of its kind")
      return nil
    }
    if let descriptor = session.descriptor {
      session.source = try loop?.watch(descriptor, for: .readable) { [unowned self, unowned session] _ in
        onReadable?(session)
      }
    }
    if !isOrdinary { makeRoomInReserve(for: session) }
    session.preferences = policy.preferences(of: session)
    sessions[session.number] = session
    application.clients += 1
    return session.number
  }

  private func makeRoomInReserve(for session: Session) {
    reserve.makeRoom()?.close("made room for another client: there are too many connections")
    reserve.insert(session)
  }

  /// Logs that a client was rejected.
  private func noteRejected(_ credentials: PeerCredentials, _ identity: Identity, because reason: String) {
    let client = { credentials.description(as: identity) }
    if let line = rejections.line(client(), because: reason, at: scheduler.now) {
      log.aboutClients.warning(line)
    }
  }

  // MARK: Ending

  private func dismissClosing(at now: Instant) {
    for session in sessions.values where session.isClosing { dismiss(session) }
    afterEnd?(now)
  }

  private func dismiss(_ session: Session) {
    session.source = nil
    onEnd?(session)
    sessions[session.number] = nil
    reserve.remove(session)
    session.application.clients -= 1
    applications.retire(session.application)
    session.hangUp()
    if let closeReason = session.closeReason, closeReason != "left" {
      log.aboutClients.warning("\(session.description) \(closeReason); disconnected")
    } else {
      log.debug("\(session.description) left")
    }
  }
}

/// Connections for the user's own programs and root's when no ordinary ones are left, so that `hapticctl stop --all`
/// can always connect. The session without a request for the longest time makes room for the next.
struct Reserve {
  private var sessions: [Session] = []

  mutating func insert(_ session: Session) { sessions.append(session) }
  mutating func remove(_ session: Session) { sessions.removeAll { $0 === session } }

  /// Moves sessions to ordinary connections that have become free, and drops those that are closing.
  ///
  /// - Returns: the session that must make room for another, or nil if there is room.
  mutating func makeRoom() -> Session? {
    sessions.removeAll { $0.isClosing || $0.takePlace() }
    guard sessions.count >= Limits.reservedClients else { return nil }
    return sessions.min { $0.lastRequest < $1.lastRequest }
  }
}
