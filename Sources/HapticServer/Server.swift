public import EventLoop
public import HapticPatterns
internal import HapticPreferences
public import HapticProtocol
public import HapticSystem
internal import MotorRendering

/// The service: sessions on one side, actuators on the other, policy between them.
///
/// A play takes eight hops: the event loop, `receive` (one packet on the stack), `Request`, `handle`, `Policy.admit`,
/// `Player.start`, `Actuator.drive`, `Session.send`. Time is read at the first and passed along.
public final class Server {
  let log: Log
  let version: ShortName
  let policy: Policy
  let feedbackRecords: () -> [FeedbackRecord]
  let scheduler: any Scheduler
  let startedAt: Instant

  var roster = Roster()
  var sessions: [UInt64: Session] = [:]
  var applications = Applications()
  var statistics = Statistics()
  var chronicle = Chronicle()
  /// What is told of the preferences' files and of the theme; what is in force is the policy's.
  var report = PreferenceReport()
  /// What the actuators had cost when the statistics were last reset, and what those cost that are gone.
  var resetCost = ActuatorCounters()
  var departedCost = ActuatorCounters()
  /// Nodes that the daemon knows but does not play on, by path.
  private var bystanders: [String: DeviceRecord] = [:]
  private var lastSession: UInt64 = 0
  private var deviceNumbers = DeviceNumbers()
  /// Those that watch others' doings.
  var watchers: [Session] = []
  private var doomed: [Session] = []
  private var turnedAway = TurnedAway()
  private var reserve = Reserve()
  private let inbox = PacketBuffer()
  private var dismissal: (any Alarm)?
  var rehearsals: (any Alarm)?
  /// Reads the preference files and the theme, and puts them in force before it returns.
  public var onReload: (() -> Void)?
  /// The value in force of a setting, in TOML, by its key in `hapticd.toml(5)`; nil for an unknown key.
  public var onSetting: ((String) -> String?)?
  var reloads = ReloadQueue()

  private let drawings: DrawingQueue

  /// - Parameter records: gives what `hapticctl feedbacks` lists at the time, in its order.
  public init(
    vocabulary: Vocabulary, records: @escaping () -> [FeedbackRecord] = { [] }, version: ShortName,
    scheduler: any Scheduler, log: Log
  ) {
    policy = Policy(catalogue: Catalogue(vocabulary))
    feedbackRecords = records
    self.version = version
    self.scheduler = scheduler
    drawings = DrawingQueue(scheduler)
    self.log = log
    startedAt = scheduler.now
  }

  // MARK: Actuators

  /// Takes an actuator in: it is silenced, and soon the vocabulary's levels become resident.
  ///
  /// - Throws: what the scheduler says where it has no alarm left.
  public func add(_ actuator: any Actuator) throws(Errno) {
    let record = actuator.record
    let wish = policy.wish(for: ShortName(truncating: record.name))
    let player = try Player(
      actuator, catalogue: policy.catalogue, wish: wish, scheduler: scheduler, drawings: drawings, observer: self)
    _ = player.silence(.stopped, at: scheduler.now)
    roster.insert(player)
    scheduleRehearsals()
    log.info(record.summary)
    announce(.added, record)
    requestPreparing()
  }

  /// Lets an actuator go that left or failed; what played on it ends as unplugged.
  public func remove(_ id: DeviceID) {
    guard let player = roster.remove(id) else { return }
    let record = player.actuator.record
    departedCost = departedCost + player.actuator.counters
    player.abandon(.unplugged, at: scheduler.now)
    log.info("\(record.name) left")
    announce(.removed, record)
    requestPreparing()
  }

  /// An actuator's record changed, as when it stalls or answers again.
  public func noteChange(of id: DeviceID) {
    guard let player = roster.players.first(where: { $0.actuator.id == id }) else { return }
    player.noteChange(at: scheduler.now)
    log.info(player.record.summary)
    announce(.changed, player.record)
  }

  /// A node that is not played on, and why; nil where it left.
  public func setBystander(_ record: DeviceRecord?, at path: String) {
    let before = bystanders[path]
    bystanders[path] = record
    switch (before, record) {
    case (let before?, nil):
      announce(.removed, before)
    case (nil, let record?):
      log.info(record.summary)
      announce(.added, record)
    case (let before?, let record?) where before != record:
      log.info(record.summary)
      announce(.changed, record)
    default:
      break
    }
  }

  /// Every node known, actuators first.
  var devices: [DeviceRecord] {
    let others = bystanders.values.sorted { $0.path < $1.path }
    return Array((roster.players.map(\.record) + others).prefix(Limits.devices))
  }

  /// Turns every motor off; for the end of the service.
  public func shutDown() {
    let now = scheduler.now
    for player in roster.players {
      _ = player.silence(.shutdown, at: now)
      player.tellEnds(at: now)
    }
  }

  /// A number that no device has; one that was used before comes again only after all others.
  public func nextDeviceID() -> DeviceID {
    deviceNumbers.next { number in roster.players.contains { $0.actuator.id == number } }
  }

  /// The record of an actuator; nil where it is not there.
  public func device(_ id: DeviceID) -> DeviceRecord? {
    roster.players.first { $0.actuator.id == id }?.record
  }

  // MARK: Sessions

  /// Whether the session still is.
  public func isConnected(_ number: UInt64) -> Bool { sessions[number] != nil }

  /// Takes a connection in. Where a limit on connections is reached that counts for it, the connection is closed.
  ///
  /// - Parameter identity: which application it is, by somebody else's word than its own.
  /// - Returns: the session's number.
  @discardableResult
  public func connect(
    _ socket: consuming SeqpacketSocket, as identity: Identity = Identity(), loop: EventLoop?
  ) throws(Errno) -> UInt64? {
    let credentials = try socket.peerCredentials()
    return try connect(socket, as: identity.seen(with: credentials), credentials, loop: loop)
  }

  func connect(
    _ socket: consuming SeqpacketSocket, as identity: Identity, _ credentials: PeerCredentials, loop: EventLoop?
  ) throws(Errno) -> UInt64? {
    let application = applications.application(Application.Key(identity, credentials))
    // Nothing is left behind where it is turned away, or cannot be watched.
    defer { applications.retire(application) }
    lastSession += 1
    let session = Session(
      number: lastSession, credentials: credentials, identity: identity, application: application, socket: socket,
      at: scheduler.now)
    let isOrdinary = session.takePlace()
    guard isOrdinary || application.key.standing.isOwn else {
      noteTurnedAway(credentials, identity, because: "there are too many connections of its kind")
      return nil
    }
    session.source = try loop?.watch(session.descriptor, for: .readable) { [unowned self, unowned session] _ in
      receive(from: session)
    }
    if !isOrdinary { makeRoomInReserve(for: session) }
    session.wishes = policy.wishes(for: identity)
    session.onDoom = { [unowned self] in doom($0) }
    sessions[session.number] = session
    application.clients += 1
    return session.number
  }

  private func makeRoomInReserve(for session: Session) {
    if let former = reserve.makeRoom() {
      former.doom("made room for another client: there are too many connections")
      dismissDoomed()
    }
    reserve.insert(session)
  }

  func noteTurnedAway(_ credentials: PeerCredentials, _ identity: Identity, because reason: String) {
    let client = { credentials.description(as: identity) }
    if let line = turnedAway.line(client(), because: reason, at: scheduler.now) {
      log.aboutClients.warning(line)
    }
  }

  /// Reads one packet of a session, as the loop does when one is there. One at a time, so that a flood from one client
  /// leaves room for the others.
  public func receive(from number: UInt64) {
    if let session = sessions[number] { receive(from: session) }
  }

  private func receive(from session: Session) {
    guard !session.isDoomed else { return }
    if let size = session.receive(into: inbox) {
      let received = scheduler.now
      session.lastRequest = received
      do throws(ProtocolError) {
        handle(try inbox.request(ofSize: size), from: session, receivedAt: received)
      } catch {
        session.doom("broke the protocol: \(error)")
      }
    }
    dismissDoomed()
  }

  /// A session that cannot go on ends once the work at hand is done, whatever that is: a packet, or an alarm.
  private func doom(_ session: Session) {
    doomed.append(session)
    if dismissal == nil { dismissal = try? scheduler.makeAlarm(.stop) { [unowned self] _ in dismissDoomed() } }
    dismissal?.set(for: scheduler.now)
  }

  /// Ends the sessions that cannot go on: their playbacks stop, and only theirs.
  private func dismissDoomed() {
    guard !doomed.isEmpty else { return }
    while let session = doomed.popLast() { dismiss(session) }
    dismissal?.clear()
  }

  private func dismiss(_ session: Session) {
    guard sessions[session.number] != nil else { return }
    session.source = nil
    watchers.removeAll { $0 === session }
    let now = scheduler.now
    for player in roster.players {
      _ = player.stop(.stopped, at: now) { $0.owner == session.number }
    }
    sessions[session.number] = nil
    reserve.remove(session)
    session.application.clients -= 1
    applications.retire(session.application)
    if let complaint = session.complaint, complaint != "left" {
      log.aboutClients.warning("\(session.description) \(complaint); disconnected")
    } else {
      log.debug("\(session.description) left")
    }
  }
}
