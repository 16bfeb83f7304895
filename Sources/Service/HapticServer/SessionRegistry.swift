internal import EventLoop
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
  private lazy var dismissal = scheduler.makeAlarm(.stop) { [unowned self] in dismissClosing(at: $0) }
  private let policy: Policy
  private let scheduler: any Scheduler
  private let log: Log
  private let memoryReturn: MemoryReturn
  /// The receive buffer of all sessions, which are served one after the other. It is not cleared in between, which would
  /// cost more than most packets.
  private var inbox = [UInt8](repeating: 0, count: Limits.maximumRequestSize)
  var onPacket: ((RequestPacket, Session) -> Void)?
  /// Called when a session has ended, before it is removed.
  var onEnd: ((Session) -> Void)?

  /// - Parameter isPlaying: whether something plays, which delays the return of memory.
  init(_ policy: Policy, _ scheduler: any Scheduler, _ log: Log, isPlaying: @escaping () -> Bool) {
    self.policy = policy
    self.scheduler = scheduler
    self.log = log
    memoryReturn = MemoryReturn(of: applications.memory, scheduler, isPlaying: isPlaying)
    memoryReturn.onReturn = { [unowned self] in
      // A dictionary never frees the memory of removed elements by itself.
      sessions = sessions.filter { _ in true }
      Heap.returnFreeMemory()
    }
  }

  subscript(number: UInt64) -> Session? { sessions[number] }

  var all: some Collection<Session> { sessions.values }

  // MARK: Connecting

  /// Accepts a connection.
  ///
  /// - Returns: the new session's number; nil if a limit on connections was reached and the connection was closed.
  func connect(
    _ line: consuming ClientLine, _ peer: Peer, loop: EventLoop?
  ) throws(Errno) -> UInt64? {
    let application = applications.application(ResourceOwner(peer.identity, peer.credentials))
    // Forgets the application if its client is rejected or cannot be watched.
    defer { applications.retire(application) }
    lastNumber += 1
    let session = Session(
      number: lastNumber, peer, of: application, line: line, at: scheduler.now, dismissal: dismissal)
    let isOrdinary = session.takePlace()
    guard isOrdinary || application.key.trust.isOwn else {
      let reason = "there are too many connections of its kind"
      if let line = rejections.line(peer.fullDescription, because: reason, at: scheduler.now) {
        log.aboutClients.warning(line)
      }
      return nil
    }
    if let descriptor = session.descriptor, let loop {
      session.source = try application.watch(descriptor, in: loop) { [unowned self, unowned session] _ in
        if let packet = session.receive(into: &inbox) { onPacket?(packet, session) }
      }
    }
    if !isOrdinary { reserve.insert(session) }
    session.preferences = policy.preferences(of: session)
    sessions[session.number] = session
    application.clients += 1
    return session.number
  }

  /// Serves the next packet of a session, as the event loop does. One packet at a time leaves room for other clients
  /// during a flood.
  func receive(from number: UInt64) {
    if let session = sessions[number], let packet = session.receive(into: &inbox) { onPacket?(packet, session) }
  }

  // MARK: Ending

  private func dismissClosing(at now: Instant) {
    for session in sessions.values where session.isClosing { dismiss(session) }
    memoryReturn.noteFreed(at: now)
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
      log.aboutClients.warning("\(session.peer.description) \(closeReason); disconnected")
    } else {
      log.debug("\(session.peer.description) left")
    }
  }
}

/// Connections for the user's own programs and root's when no ordinary ones are left, so that `hapticctl stop --all`
/// can always connect. The session without a request for the longest time makes room for the next.
struct Reserve {
  private var sessions: [Session] = []

  mutating func remove(_ session: Session) { sessions.removeAll { $0 === session } }

  /// Adds a session. Those for which an ordinary connection has become free move to it.
  mutating func insert(_ session: Session) {
    sessions.removeAll { $0.isClosing || $0.takePlace() }
    if sessions.count >= Limits.reservedClients {
      let longest = sessions.min { $0.lastRequest < $1.lastRequest }
      longest?.close("made room for another client: there are too many connections")
    }
    sessions.append(session)
  }
}

/// The log lines for rejected clients: at most one in ten seconds, with the number of clients left out. A program that
/// connects in a loop must not fill the log.
struct RejectionLog {
  private var omitted: UInt64 = 0
  private var quietUntil = Instant.distantPast

  private static let pause = Duration.seconds(10)

  /// The line about a client, or nil if the latest line is less than ten seconds old.
  mutating func line(_ client: @autoclosure () -> String, because reason: String, at now: Instant) -> String? {
    if now < quietUntil {
      omitted += 1
      return nil
    }
    defer { (omitted, quietUntil) = (0, now + Self.pause) }
    let others = omitted == 0 ? "" : ", after \(omitted) others"
    return "\(client()) was disconnected: \(reason)\(others)"
  }
}
