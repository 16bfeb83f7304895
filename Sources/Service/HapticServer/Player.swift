internal import EventLoop
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving
internal import MotorRendering

/// Advances all playbacks of one device with one alarm, and writes the mixed level when it changes.
///
/// Two invariants: while the motors are on, an alarm is set for the next change or for the renewal of the lease,
/// whichever comes first. Without playbacks, the last level written is `.off`.
final class Player {
  private(set) var device: Device
  /// Whether the device reports queued levels to this player.
  private var isAttached = false
  unowned let server: Server
  var alarm: (any Alarm)?
  let drawings: DrawingQueue
  let scheduler: any Scheduler
  private(set) var preparation: Preparation
  let mix: Mix
  var output: Output
  private let ends: EndReporter
  /// The user's strength for the device; zero if the device is switched off.
  private(set) var strength: Intensity
  let kind: DeviceRecord.Kind
  /// The name of the device in the settings.
  let name: ShortName

  init(_ device: Device, of server: Server) {
    self.device = device
    self.server = server
    scheduler = server.scheduler
    drawings = server.drawings
    output = Output(device)
    mix = Mix(device.model)
    ends = EndReporter(server)
    let record = device.record
    kind = record.kind
    name = ShortName(truncating: record.name)
    let strengths = server.policy.strengths(for: name)
    strength = strengths.strength
    preparation = Preparation(device, server.policy.catalogue, strengths)
    alarm = scheduler.makeAlarm(.stop) { [unowned self] now in advance(to: now) }
  }

  deinit { detach() }

  /// Silences the device, and plays on it from now on.
  func begin(at now: Instant) {
    attach()
    _ = silence(.stopped, at: now)
  }

  /// Receives the results of the device's queued levels.
  private func attach() {
    isAttached = true
    // Not weak references: each retain of an object that has one takes a longer way.
    device.sink.onWritten = { [unowned self] in noteQueuedWrite($0, planned: $1, written: $2) }
    device.sink.onFailure = { [unowned self] in noteQueuedFailure($0, at: scheduler.now) }
  }

  /// The device can outlive its player.
  private func detach() {
    if !isAttached { return }
    isAttached = false
    device.sink.onWritten = nil
    device.sink.onFailure = nil
  }

  /// Whether the device is there and answers.
  var isReady: Bool { device.sink.isReady }

  var isPlaying: Bool { !mix.isEmpty }

  /// Whether the device refused the last stop. The stop is written again.
  var isStopRefused: Bool { output.refusedStop != nil }

  /// The device's record. It contains the error if the device refused to stop.
  var record: DeviceRecord {
    var record = device.record
    if let error = output.stopError, record.reason.isEmpty { record.reason = "refused to stop: \(error)" }
    return record
  }

  /// The playbacks in the order of their starts.
  var playbacks: [Playback] { mix.playbacks }

  /// Takes over the vocabulary and the user's strengths in force. Running playbacks are not changed.
  func adoptPolicy() {
    let strengths = server.policy.strengths(for: name)
    strength = strengths.strength
    preparation = Preparation(device, server.policy.catalogue, strengths)
  }

  /// Plays on motors with other properties from now on. Running playbacks continue at their present position.
  func setModel(_ model: MotorModel, at now: Instant) {
    device.model = model
    mix.model = model
    output.model = model
    adoptPolicy()
    guard !mix.isEmpty else { return }
    for index in mix.indices { mix[index].setModel(model, at: now) }
    advance(to: now)
  }

  // MARK: Starting

  struct Started {
    /// The time of the first write, or nil if it is still to come.
    let written: Instant?
    /// The playbacks that ended at once, such as an empty one. The caller reports them after its reply to the client.
    let ended: [EndedPlayback]
  }

  /// Starts a playback, or keeps it until its start time. Steps that are due at `now` are taken at once. A playback with
  /// a timing is rendered incrementally.
  ///
  /// - Throws: the device's error if it refused the level. The playback is then removed without a report, and all other
  ///   playbacks of the device end.
  func start(
    _ playback: consuming Playback, _ timing: Request.Play.Timing, at now: Instant
  ) throws(DeviceError) -> Started {
    if playback.request.number != 0, !ends.isEmpty {
      ends.finish(number: playback.request.number, of: playback.request.owner, on: self, at: now)
    }
    let index = mix.add(playback)
    if mix[index].content.drive == nil || !timing.isPlain {
      var work = WorkBudget(DrawingQueue.inline)
      mix[index].makeLive(on: device.model, timing).draw(at: now, &work)
    } else if mix[index].start > now {
      preparation.prepare(mix[index].content, at: now)
    }
    if let error = step(to: now) {
      mix.removeLast()
      fail(error, at: now)
      throw error
    }
    return Started(written: mix[index].firstWritten, ended: removeFinished(at: now))
  }

  /// The verdict by which the motors or the running playbacks refuse a new playback of this category, or nil.
  func objection(to category: Category, at now: Instant) -> Verdict? {
    if output.duty.exhausted(at: now).contains(category) { return .coolingDown }
    return mix.isEmpty || !mix.outranks(category) ? nil : .outranked
  }

  // MARK: Stopping

  /// Ends the playbacks for which `isMeant` returns true.
  ///
  /// - Returns: the number of ended playbacks.
  func stop(_ reason: FinishReason, at now: Instant, where isMeant: (Playback) -> Bool) -> Int {
    let ended = mix.remove(where: isMeant)
    guard !ended.isEmpty else { return 0 }
    if let error = step(to: now) { fail(error, at: now) }
    // In a queue, the end of a late level is late too. A stop that was asked for is not.
    if mix.isEmpty, output.queued != nil { silenceOutput(at: now) }
    let reason = isStopRefused ? .failed : reason
    for var playback in ended { report(playback.end(as: reason), at: now) }
    reportFinished(at: now)
    return ended.count
  }

  /// Whether each playback for which `isMeant` returns true has a place for an action.
  func hasPlace(for action: LiveRenderer.Action, isDue: Bool, where isMeant: (Playback) -> Bool) -> Bool {
    mix.indices.allSatisfy { !isMeant(mix[$0]) || mix[$0].live?.hasPlace(for: action, isDue: isDue) ?? true }
  }

  /// Schedules an action for the playbacks for which `isMeant` returns true. It is done at `moment`, or at once if that
  /// is in the past.
  ///
  /// - Returns: the number of these playbacks.
  func schedule(
    _ action: LiveRenderer.Action, at moment: Instant, now: Instant, where isMeant: (Playback) -> Bool
  ) -> Int {
    let meant = mix.indices.filter { isMeant(mix[$0]) }
    for index in meant { mix[index].makeLive(on: device.model).schedule(action, at: max(moment, now)) }
    if !meant.isEmpty { advance(to: now) }
    return meant.count
  }

  /// Ends all playbacks and writes a stop, even if nothing is known to play.
  ///
  /// - Returns: the number of ended playbacks.
  func silence(_ reason: FinishReason, at now: Instant) -> Int {
    let ended = stop(reason, at: now) { _ in true }
    silenceOutput(at: now)
    return ended
  }

  /// Reports all ends that wait for the device's own thread, at the end of the service.
  func reportEnds(at now: Instant) { ends.finishAll(of: self, at: now) }

  /// Handles a changed record. A device that does not respond does not stop either: the ends that wait for it are
  /// reported as failed.
  func noteChange(at now: Instant) {
    if !isReady { ends.finishAll(as: .failed, of: self, at: now) }
  }

  /// Ends all playbacks of a device that was removed. Nothing is written.
  func abandon(_ reason: FinishReason, at now: Instant) {
    let ended = mix.endAll(as: reason)
    output.forget(at: now)
    alarm?.disarm()
    drawings.remove(self)
    detach()
    reportEnds(at: now)
    report(ended, at: now)
  }

  // MARK: Bookkeeping

  private func noteQueuedWrite(_ level: LeasedLevel, planned: Instant, written: Instant) {
    output.noteQueuedWrite(planned: planned)
    for index in mix.indices where mix[index].firstWritten == nil && mix[index].firstPlanned <= planned {
      noteStart(of: index, at: written)
    }
    server.player(self, didWrite: level, planned: planned, written: written)
    if level.level == .off { report(output.noteStopTaken()) }
    ends.finish(plannedBy: planned, of: self, at: written)
  }

  func noteStart(of index: Int, at written: Instant) {
    mix[index].firstWritten = written
    server.player(self, didStart: mix[index].request, at: written)
  }

  /// Handles a refusal that the device's own thread met. If nothing plays, the refused level was a stop or a stop
  /// follows it.
  private func noteQueuedFailure(_ error: DeviceError, at now: Instant) {
    output.noteQueuedFailure()
    if mix.isEmpty {
      report(output.noteStopRefused(error, at: now))
      wakeForRefusedStop()
    } else {
      server.player(self, didRefuse: error)
      fail(error, at: now)
    }
    // A removed motor has stopped.
    ends.finishAll(as: error == .unplugged ? nil : .failed, of: self, at: now)
  }

  private func report(_ news: RefusedStopNews?) { if let news { server.player(self, refusedStop: news) } }

  private func wakeForRefusedStop() {
    if let next = output.refusedStop?.next, next < .distantFuture { alarm?.arm(at: next) }
  }

  /// Removes the finished playbacks, and updates the treatment of the others.
  ///
  /// - Returns: the removed playbacks, and all others if the device refused the next level.
  private func removeFinished(at now: Instant) -> [EndedPlayback] {
    var ended = mix.removeFinished()
    guard !ended.isEmpty, mix.hasGivenWay else { return ended }
    mix.arrange()
    // Playbacks that were ducked or held become audible again.
    if let error = step(to: now) { ended += removeAll(after: error, at: now) }
    return ended
  }

  func reportFinished(at now: Instant) { report(removeFinished(at: now), at: now) }

  /// Reports ends, each after the device's own thread has written the level that ends the playback.
  func report(_ ended: [EndedPlayback], at now: Instant) {
    for end in ended { report(end, at: now) }
  }

  private func report(_ end: EndedPlayback, at now: Instant) {
    ends.report(end, of: self, queued: output.queued, at: now)
  }

  func silenceOutput(at now: Instant) {
    report(output.silence(at: now))
    // A stop that is written at once drops the queued levels, and no report of them follows.
    if output.queued == nil { ends.finishAll(as: isStopRefused ? .failed : nil, of: self, at: now) }
    if mix.isEmpty { wakeForRefusedStop() }
  }

  /// Ends all playbacks after the device refused a level.
  func fail(_ error: DeviceError, at now: Instant) { report(removeAll(after: error, at: now), at: now) }

  /// Removes all playbacks after the device refused a level, and writes a stop in case the device still takes it.
  private func removeAll(after error: DeviceError, at now: Instant) -> [EndedPlayback] {
    let ended = mix.endAll(as: error == .unplugged ? .unplugged : .failed)
    alarm?.disarm()
    drawings.remove(self)
    silenceOutput(at: now)
    return ended
  }
}
