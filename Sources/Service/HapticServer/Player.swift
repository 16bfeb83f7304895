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
  let device: Device
  /// Whether the device reports queued levels to this player.
  private var isAttached = false
  private unowned let observer: any PlayerObserver
  private var alarm: (any Alarm)?
  private let drawings: DrawingQueue
  private let scheduler: any Scheduler
  let preparation: Preparation
  private let mix: Mix
  private var output: Output
  private let ends: EndReporter
  /// The user's strength for the device; zero if the device is switched off.
  private(set) var strength: Intensity
  let kind: DeviceRecord.Kind
  /// The name of the device in the settings.
  let name: ShortName

  /// - Parameter strengths: the user's strength for the device and for each category on it.
  init(
    _ device: Device, catalogue: Catalogue, strengths: Preparation.Strengths, scheduler: any Scheduler,
    drawings: DrawingQueue, observer: any PlayerObserver
  ) throws(Errno) {
    self.drawings = drawings
    self.device = device
    output = Output(device)
    mix = Mix(device.model)
    self.observer = observer
    ends = EndReporter(observer)
    strength = strengths.strength
    let record = device.record
    kind = record.kind
    name = ShortName(truncating: record.name)
    preparation = Preparation(device, catalogue, strengths)
    self.scheduler = scheduler
    alarm = try scheduler.makeAlarm(.stop) { [unowned self] now in advance(to: now) }
  }

  deinit { detach() }

  /// Silences the device, and plays on it from now on.
  ///
  /// - Parameter former: the player that has played on the device, and was abandoned.
  func begin(after former: Player? = nil, at now: Instant) {
    if let former { output.continueDuty(of: former.output) }
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

  /// The device can outlive its player, and may have another one.
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

  /// Replaces the vocabulary and the user's strengths. Running playbacks are not changed.
  func setCatalogue(_ catalogue: Catalogue, strengths: Preparation.Strengths) {
    strength = strengths.strength
    preparation.setCatalogue(catalogue, strengths)
  }

  // MARK: Starting

  /// The result of a start.
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
    if playback.number != 0, !ends.isEmpty {
      ends.finish(number: playback.number, of: playback.owner, on: self, at: now)
    }
    let index = mix.add(playback)
    if mix[index].content.drive == nil || !timing.isPlain {
      mix[index].makeLive(on: device.model, timing)
      var work = WorkBudget(DrawingQueue.inline)
      mix.draw(index, at: now, &work)
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

  /// Gives all playbacks their present felt strength.
  ///
  /// - Parameter intensity: the felt strength of a playback, in 1/65535.
  func updateStrengths(at now: Instant, _ intensity: (Playback) -> UInt16) {
    guard !mix.isEmpty else { return }
    for index in mix.indices {
      mix[index].setStrength(RenderCache.share(of: intensity(mix[index])), on: device.model, at: now)
    }
    advance(to: now)
  }

  // MARK: Stopping

  /// Ends the playbacks for which `isMeant` returns true.
  ///
  /// - Returns: the number of ended playbacks.
  func stop(_ reason: FinishReason, at now: Instant, where isMeant: (Playback) -> Bool) -> Int {
    let ended = mix.remove(where: isMeant)
    guard !ended.isEmpty else { return 0 }
    if let error = step(to: now) { fail(error, at: now) }
    let reason = isStopRefused ? .failed : reason
    for var playback in ended { report(playback.end(as: reason), at: now) }
    reportFinished(at: now)
    return ended.count
  }

  /// Schedules an action for the playbacks for which `isMeant` returns true. It is done at `moment`, or at once if that
  /// is in the past.
  ///
  /// - Returns: the number of these playbacks.
  /// - Throws: `.limit` if one of them has `Limits.scheduledActions` scheduled actions already.
  func schedule(
    _ action: LiveRenderer.Action, at moment: Instant, now: Instant, where isMeant: (Playback) -> Bool
  ) throws(Refusal) -> Int {
    let meant = mix.indices.filter { isMeant(mix[$0]) }
    for index in meant {
      let live = mix[index].makeLive(on: device.model)
      if !live.schedule(action, at: max(moment, now)) { throw Refusal(.limit) }
    }
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

  /// Ends all playbacks of a device that was removed or has another player. Nothing is written.
  func abandon(_ reason: FinishReason, at now: Instant) {
    let ended = mix.endAll(as: reason)
    output.forget(at: now)
    alarm?.clear()
    drawings.remove(self)
    detach()
    reportEnds(at: now)
    report(ended, at: now)
  }

  // MARK: Walking

  private func advance(to now: Instant) {
    if let refused = output.refusedStop, refused.next <= now { silenceOutput(at: now) }
    if !mix.isEmpty, rest(at: now) { return }
    if let error = step(to: now) { fail(error, at: now) }
    // The rendering of a crowd takes turns with the requests of clients.
    if !isCrowded { draw(at: now, DrawingQueue.inline) }
    reportFinished(at: now)
  }

  /// Ends the playbacks of categories that are refused while the motors cool down.
  ///
  /// - Returns: whether any ended; the other playbacks are then up to date.
  private func rest(at now: Instant) -> Bool {
    let exhausted = output.duty.exhausted(at: now)
    if exhausted.isEmpty { return false }
    return stop(.coolingDown, at: now) { exhausted.contains($0.category) } > 0
  }

  /// Continues rendering in a turn of its own; see `DrawingQueue`.
  func drawSlice(at now: Instant) {
    draw(at: now, DrawingQueue.slice)
    reportFinished(at: now)
  }

  /// Renders the pieces that are due within the budget, and takes their due steps.
  private func draw(at now: Instant, _ units: Int) {
    var work = WorkBudget(units)
    if mix.draw(at: now, &work), let error = step(to: now) { fail(error, at: now) }
  }

  /// Brings the device to the level that is due, and sets the alarm for the next event.
  ///
  /// - Returns: the device's error if it refused the level, or nil.
  private func step(to now: Instant) -> DeviceError? {
    let walk = mix.walk(to: now)
    let next = isCrowded ? max(walk.nextEvent, now + Self.crowdedInterval) : walk.nextEvent
    do throws(DeviceError) {
      let end = next == .distantFuture && walk.nextDrawing > now ? walk.nextDrawing : next
      if let write = try output.follow(
        walk.level, until: end == .distantFuture ? nil : end, planned: walk.planned, at: now)
      {
        observer.player(self, didWrite: write.level, planned: write.planned, written: write.written)
      }
    } catch {
      return error
    }
    if walk.isStarting { noteStarted() }
    if walk.hasFreshLevels { prepareAhead(at: now) }
    // `min` of more than two values allocates an array.
    let change = min(next, queueDrawing(due: walk.nextDrawing, at: now))
    let exhaustion = walk.lowest.flatMap { output.duty.exhaustion(of: $0) } ?? .distantFuture
    var wake = min(min(change, exhaustion), output.nextWrite)
    if isCrowded { wake = max(wake, nextOfCrowd(after: now)) }
    if wake < .distantFuture { alarm?.set(for: wake) } else { alarm?.clear() }
    return nil
  }

  /// Whether many playbacks run. Their changes are then combined to one per millisecond, because each change takes
  /// time for all of them, and no user feels the difference.
  private var isCrowded: Bool { mix.indices.count > Self.crowd }

  /// The earliest time of the next change of a crowd. The alarm of a player has precedence over the requests of
  /// clients, also over their stops, so the pause until the next alarm is at least as long as the present change took.
  private func nextOfCrowd(after begin: Instant) -> Instant {
    let end = scheduler.now
    return end + max(end - begin, Self.crowdedInterval)
  }

  private static let crowd = 16
  private static let crowdedInterval = Duration.milliseconds(1)

  /// Lets rendering that is due wait in the queue.
  ///
  /// - Returns: the time of rendering that is not due, or `.distantFuture`.
  private func queueDrawing(due: Instant, at now: Instant) -> Instant {
    if due <= now {
      drawings.add(self, at: now)
      return .distantFuture
    }
    drawings.remove(self)
    return due
  }

  /// Uploads the new levels of playbacks that are rendered incrementally, after the present level is written.
  private func prepareAhead(at now: Instant) {
    // All at first: the device may refuse at once, which ends all playbacks.
    for levels in mix.takeFreshLevels() { device.sink.prepare(levels, keepUntil: now + Stream.ahead.far) }
  }

  // MARK: Bookkeeping

  private func noteStarted() {
    guard output.queued == nil else { return }
    for index in mix.indices where mix.begins(index, at: output.level) {
      noteStart(of: index, at: max(output.lastWrite, mix[index].firstPlanned))
    }
  }

  private func noteQueuedWrite(_ level: LeasedLevel, planned: Instant, written: Instant) {
    output.noteQueuedWrite(planned: planned)
    for index in mix.indices where mix[index].firstWritten == nil && mix[index].firstPlanned <= planned {
      noteStart(of: index, at: written)
    }
    observer.player(self, didWrite: level, planned: planned, written: written)
    if level.level == .off { report(output.noteStopTaken()) }
    ends.finish(plannedBy: planned, of: self, at: written)
  }

  private func noteStart(of index: Int, at written: Instant) {
    mix[index].firstWritten = written
    observer.player(self, didStart: mix[index].entry, received: mix[index].received, at: written)
  }

  /// Handles a refusal that the device's own thread met. If nothing plays, the refused level was a stop or a stop
  /// follows it.
  private func noteQueuedFailure(_ error: DeviceError, at now: Instant) {
    output.noteQueuedFailure()
    if mix.isEmpty {
      report(output.noteStopRefused(error, at: now))
      wakeForRefusedStop()
    } else {
      observer.player(self, didRefuse: error)
      fail(error, at: now)
    }
    // A removed motor has stopped.
    ends.finishAll(as: error == .unplugged ? nil : .failed, of: self, at: now)
  }

  private func report(_ news: RefusedStopNews?) { if let news { observer.player(self, refusedStop: news) } }

  private func wakeForRefusedStop() {
    if let next = output.refusedStop?.next, next < .distantFuture { alarm?.set(for: next) }
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

  private func reportFinished(at now: Instant) { report(removeFinished(at: now), at: now) }

  /// Reports ends, each after the device's own thread has written the level that ends the playback.
  func report(_ ended: [EndedPlayback], at now: Instant) {
    for end in ended { report(end, at: now) }
  }

  private func report(_ end: EndedPlayback, at now: Instant) {
    ends.report(end, of: self, queued: output.queued, at: now)
  }

  private func silenceOutput(at now: Instant) {
    report(output.silence(at: now))
    // A stop that is written at once drops the queued levels, and no report of them follows.
    if output.queued == nil { ends.finishAll(as: isStopRefused ? .failed : nil, of: self, at: now) }
    if mix.isEmpty { wakeForRefusedStop() }
  }

  /// Ends all playbacks after the device refused a level.
  private func fail(_ error: DeviceError, at now: Instant) { report(removeAll(after: error, at: now), at: now) }

  /// Removes all playbacks after the device refused a level, and writes a stop in case the device still takes it.
  private func removeAll(after error: DeviceError, at now: Instant) -> [EndedPlayback] {
    let ended = mix.endAll(as: error == .unplugged ? .unplugged : .failed)
    alarm?.clear()
    drawings.remove(self)
    silenceOutput(at: now)
    return ended
  }
}
