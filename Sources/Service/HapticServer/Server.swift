package import EventLoop
package import HapticPatterns
package import HapticProtocol
package import HapticSystem
internal import MotorRendering

/// The haptic service: serves the requests of clients on the devices that are present.
///
/// Each part of its state has one owner: `SessionRegistry` the clients, `DeviceRegistry` the devices, `Recorder` the
/// statistics and the history, `Policy` the preferences. A play is one `PlayTransaction`; docs/architecture.md follows
/// it from the socket to the device. The time of receipt is read once and passed along.
package final class Server {
  let policy: Policy
  let sessions: SessionRegistry
  let devices = DeviceRegistry()
  let recorder = Recorder()
  let scheduler: any Scheduler
  let log: Log
  let version: ShortName
  let startedAt: Instant
  let feedbackRecords: () -> [FeedbackRecord]
  /// The state of the preference files and the theme, for `status`. The preferences in force are the policy's.
  var report = PreferenceReport()
  /// Reads the preference files and the theme. Calls back, now or later, after they are in force.
  package var onReload: ((@escaping () -> Void) -> Void)?
  /// Called when a client stops all playbacks, for feedback that is no playback. Called within the server's work; it must not
  /// call the server.
  package var onStopEverything: (() -> Void)?
  /// The effective value of a setting, in TOML, by its key in `hapticd.toml(5)`; nil for an unknown key.
  package var onSetting: ((String) -> String?)?
  var reloads = ReloadQueue()
  let preloader: Preloader
  let renewal: HandleRenewal
  private let drawings: DrawingQueue
  /// The receive buffer of all sessions, which are served one after the other. It is not cleared in between, which would
  /// cost more than most packets.
  private var inbox = [UInt8](repeating: 0, count: Limits.maximumRequestSize)
  private var memoryReturn: MemoryReturn?

  /// - Parameter records: the current list for `hapticctl feedbacks`, in its order.
  package init(
    vocabulary: Vocabulary, records: @escaping () -> [FeedbackRecord] = { [] }, version: ShortName,
    scheduler: any Scheduler, log: Log
  ) {
    policy = Policy(catalogue: Catalogue(vocabulary))
    sessions = SessionRegistry(policy, scheduler, log)
    renewal = HandleRenewal(sessions, devices, policy)
    preloader = Preloader(devices, renewal, scheduler)
    drawings = DrawingQueue(scheduler)
    feedbackRecords = records
    self.version = version
    self.scheduler = scheduler
    self.log = log
    startedAt = scheduler.now
    // One packet at a time leaves room for other clients during a flood.
    sessions.onReadable = { [unowned self] session in
      if let packet = session.receive(into: &inbox) { serve(packet, from: session) }
    }
    sessions.onEnd = { [unowned self] in stopAll(of: $0) }
    sessions.afterEnd = { [unowned self] in memoryReturn?.noteFreed(at: $0) }
    memoryReturn = MemoryReturn(
      of: sessions.applications.memory.all, scheduler,
      isPlaying: { [unowned self] in devices.players.contains(where: \.isPlaying) },
      onReturn: { [unowned self] in
        sessions.compact()
        Heap.returnFreeMemory()
      })
  }

  // MARK: Devices

  /// Adds a device. It is silenced, and the levels of the vocabulary become resident soon after.
  ///
  /// - Throws: the scheduler's error if it has no alarm left.
  package func add(_ device: Device) throws(Errno) {
    let player = try makePlayer(device)
    let record = device.record
    player.begin(at: scheduler.now)
    devices.insert(player)
    preloader.schedule()
    log.info(record.summary)
    recorder.show(.added, record)
    requestPreparing()
  }

  func makePlayer(_ device: Device) throws(Errno) -> Player {
    try Player(
      device, catalogue: policy.catalogue,
      strengths: policy.strengths(for: ShortName(truncating: device.record.name)), scheduler: scheduler,
      drawings: drawings, observer: self)
  }

  /// Removes a device that was unplugged or failed. Its playbacks end as unplugged.
  package func remove(_ id: DeviceID) {
    guard let player = devices.remove(id) else { return }
    player.abandon(.unplugged, at: scheduler.now)
    let record = player.device.record
    log.info("\(record.name) left")
    recorder.show(.removed, record)
    requestPreparing()
  }

  /// Handles a changed record, for example of a device that stalls or answers again.
  package func noteChange(of id: DeviceID) {
    guard let player = devices.player(id) else { return }
    player.noteChange(at: scheduler.now)
    log.info(player.record.summary)
    recorder.show(.changed, player.record)
  }

  /// Sets the record of a node that the daemon does not play on; nil removes it.
  package func setUnused(_ record: DeviceRecord?, at path: String) {
    guard let change = devices.setUnused(record, at: path) else { return }
    if change.kind != .removed { log.info(change.device.summary) }
    recorder.show(.devices) { .device(change) }
  }

  /// An unused device number. Numbers of removed devices come again only after all others.
  package func nextDeviceID() -> DeviceID { devices.nextNumber() }

  /// The record of a device; nil if there is none with this number.
  package func device(_ id: DeviceID) -> DeviceRecord? { devices.player(id)?.record }

  /// Stops every motor at the end of the service.
  package func shutDown() {
    let now = scheduler.now
    for player in devices.players {
      _ = player.silence(.shutdown, at: now)
      player.reportEnds(at: now)
    }
  }

  // MARK: Sessions

  /// Accepts a connection. The connection is closed if a limit on connections is reached.
  ///
  /// - Parameter identity: the application by a source other than the client itself.
  /// - Returns: the session's number; nil if the connection was closed.
  @discardableResult
  package func connect(
    _ socket: consuming SeqpacketSocket, as identity: Identity = Identity(), loop: EventLoop?
  ) throws(Errno) -> UInt64? {
    let credentials = try socket.peerCredentials()
    return try sessions.connect(.socket(socket), as: identity.seen(with: credentials), credentials, loop: loop)
  }

  /// Whether a session exists and is not closing.
  package func isConnected(_ number: UInt64) -> Bool { sessions[number]?.isClosing == false }

  /// Serves the next packet of a session, as the event loop does.
  package func receive(from number: UInt64) {
    if let session = sessions[number] { sessions.onReadable?(session) }
  }

  private func stopAll(of session: Session) {
    recorder.remove(session)
    let now = scheduler.now
    for player in devices.players {
      _ = player.stop(.stopped, at: now) { $0.request.owner === session }
    }
  }
}
