package import EventLoop
package import HapticPatterns
package import HapticProtocol
package import HapticSystem

/// The haptic service: serves the requests of clients on the devices that are present.
///
/// Each part of its state has one owner: `SessionRegistry` the clients, `DeviceRegistry` the devices, `Recorder` the
/// statistics and the history, `Policy` the preferences. A play is one `PlayTransaction`; docs/architecture.md follows
/// it from the socket to the device. The time of receipt is read once and passed along.
package final class Server {
  let policy: Policy
  let sessions: SessionRegistry
  let devices = DeviceRegistry()
  let recorder: Recorder
  let scheduler: any Scheduler
  let log: Log
  let version: ShortName
  let startedAt: Instant
  let feedbackRecords: () -> [FeedbackRecord]
  package let settings: SettingsSource
  /// Called when a client stops all playbacks, for feedback that is no playback. Called within the server's work; it must not
  /// call the server.
  package var onStopEverything: (() -> Void)?
  let preloader: Preloader
  let drawings: DrawingQueue

  /// - Parameter records: the current list for `hapticctl feedbacks`, in its order.
  package init(
    vocabulary: Vocabulary, records: @escaping () -> [FeedbackRecord] = { [] }, version: ShortName,
    scheduler: any Scheduler, log: Log
  ) {
    policy = Policy(catalogue: Catalogue(vocabulary))
    sessions = SessionRegistry(policy, scheduler, log) { [devices] in devices.isPlaying }
    recorder = Recorder(scheduler)
    settings = SettingsSource(recorder, scheduler)
    preloader = Preloader(devices, sessions, policy, scheduler)
    drawings = DrawingQueue(scheduler)
    feedbackRecords = records
    self.version = version
    self.scheduler = scheduler
    self.log = log
    startedAt = scheduler.now
    sessions.onPacket = { [unowned self] packet, session in serve(packet, from: session) }
    sessions.onEnd = { [unowned self] in stopAll(of: $0) }
  }

  // MARK: Devices

  /// Adds a device. It is silenced, and the levels of the vocabulary become resident soon after.
  package func add(_ device: Device) {
    let player = Player(device, of: self)
    let record = device.record
    player.begin(at: scheduler.now)
    devices.insert(player)
    preloader.schedule()
    log.info(record.summary)
    recorder.show(.added, record)
    requestPreparing()
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
    recorder.monitors.show(.devices) { .device(change) }
  }

  /// An unused device number. Numbers of removed devices come again only after all others.
  package func nextDeviceID() -> DeviceID { devices.nextNumber() }

  /// The record of a device; nil if there is none with this number.
  package func device(_ id: DeviceID) -> DeviceRecord? { devices.player(id)?.record }

  /// Stops every motor at the end of the service, and refuses later plays.
  package func shutDown() {
    devices.isEnding = true
    let now = scheduler.now
    for player in devices.players {
      _ = player.silence(.shutdown, at: now)
      player.reportEnds(at: now)
    }
    recorder.monitors.sendAll()
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
    return try sessions.connect(.socket(socket), Peer(identity, credentials), loop: loop)
  }

  /// Whether a session exists and is not closing.
  package func isConnected(_ number: UInt64) -> Bool { sessions[number]?.isClosing == false }

  /// Serves the next packet of a session, as the event loop does.
  package func receive(from number: UInt64) { sessions.receive(from: number) }

  private func stopAll(of session: Session) {
    recorder.monitors.remove(session)
    let now = scheduler.now
    for player in devices.players {
      _ = player.stop(.stopped, at: now) { $0.request.owner === session }
    }
  }
}
