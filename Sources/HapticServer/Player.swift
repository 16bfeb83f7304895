internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// Told what a player did.
protocol PlayerObserver: AnyObject {
  func player(_ player: Player, didWrite level: Drive.LeasedLevel, planned: Instant, written: Instant)
  /// A playback has ended; its client is told now or, where the device's own thread is still to stop it, later.
  func player(_ player: Player, didEnd playback: Playback)
  func player(_ player: Player, didFinish playback: Playback, reason: FinishReason, at now: Instant)
  /// The first level of a playback was written, perhaps long after the client got its answer.
  func player(_ player: Player, didStart playback: Playback, at written: Instant)
  /// The device refused a level that was queued.
  func player(_ player: Player, didMeet refusal: Errno)
  /// The device refused a stop, which is written again until it takes it.
  func player(_ player: Player, refusedStop news: RefusedStopNews)
}

/// Walks every playback of one actuator with one alarm, and writes the mix when it changes.
///
/// The guarantee it keeps: while the motors are on there is always an alarm set, for the next change or for the renewal
/// of the lease, whichever comes first; without playbacks the last level written is `.off`.
final class Player {
  private unowned let observer: any PlayerObserver
  private var alarm: (any Alarm)?
  private let drawings: DrawingQueue
  let preparation: Preparation
  private let mix: Mix
  private var output: Output
  /// A level that had to wait, and when it was planned.
  private var deferred: (level: Level, planned: Instant)?
  private var endings = EndingPlaybacks()
  private var duty: DutyLimiter
  /// What the person wants of the device: nothing, where it is switched off.
  private(set) var strength: Intensity
  let kind: DeviceRecord.Kind
  /// By which the person speaks of the device.
  let name: ShortName

  /// - Parameter wish: what the person wants of the device and of each category on it.
  init(
    _ actuator: any Actuator, catalogue: Catalogue, wish: Preparation.Wish, scheduler: any Scheduler,
    drawings: DrawingQueue, observer: any PlayerObserver
  ) throws(Errno) {
    self.drawings = drawings
    output = Output(actuator)
    mix = Mix(actuator.model)
    self.observer = observer
    duty = DutyLimiter(actuator.model.endurance)
    strength = wish.strength
    let record = actuator.record
    kind = record.kind
    name = ShortName(truncating: record.name)
    preparation = Preparation(actuator, catalogue, wish)
    alarm = try scheduler.makeAlarm(.stop) { [unowned self] now in advance(to: now) }
    actuator.onQueuedWrite = { [unowned self] level, planned, written in
      noteQueuedWrite(level, planned: planned, written: written)
    }
    actuator.onQueuedFailure = { [unowned self] error in noteQueuedFailure(error, at: scheduler.now) }
  }

  var actuator: any Actuator { output.actuator }

  var isPlaying: Bool { !mix.isEmpty }

  /// Whether the device refused the last stop. It is written again.
  var isStopRefused: Bool { output.refusedStop != nil }

  /// The actuator's record, which says why where the device refused to stop.
  var record: DeviceRecord {
    var record = actuator.record
    if let error = output.stopError, record.reason.isEmpty { record.reason = "refused to stop: \(error)" }
    return record
  }

  /// In the order in which they were started.
  var playbacks: [Playback] { mix.playbacks }

  /// Takes another vocabulary, or other wishes. What plays goes on.
  func setCatalogue(_ catalogue: Catalogue, wish: Preparation.Wish) {
    strength = wish.strength
    preparation.setCatalogue(catalogue, wish)
  }

  // MARK: Starting

  /// The result of a start.
  struct Started {
    /// The time of the first write; nil if it is still to come.
    let written: Instant?
    /// The playbacks that ended at once, such as an empty one. The caller reports them after its answer to the client.
    let ended: [EndedPlayback]
  }

  /// Starts a playback, or keeps it for its start time. Its steps up to `now` are taken at once.
  ///
  /// - Throws: the device's error if it refused the first level. The playback is then forgotten without a report.
  func start(_ playback: Playback, at now: Instant) throws(Errno) -> Started {
    if playback.number != 0 { tell(endings.take(number: playback.number, of: playback.owner), at: now) }
    let index = mix.add(playback)
    if playback.content.drive == nil {
      _ = mix[index].makeLive(on: actuator.model)
      var work = WorkBudget(DrawingQueue.inline)
      mix.draw(index, at: now, &work)
    } else if playback.start > now {
      preparation.prepare(playback.content, at: now)
    }
    if let error = step(to: now) {
      mix.removeLast()
      fail(error, at: now)
      throw error
    }
    return Started(written: mix[index].firstWritten, ended: removeFinished(at: now))
  }

  /// Whether something plays here that a feedback which would begin has no chance against.
  func outranks(_ category: Category) -> Bool { mix.outranks(category) }

  /// Whether the motors must rest from a category.
  func isCoolingDown(from category: Category, at now: Instant) -> Bool {
    duty.advance(to: now)
    return duty.exhausted.contains(category)
  }

  /// Plays everything on, as strong as it is wanted now.
  func restrengthen(at now: Instant, _ intensity: (Playback) -> UInt16) {
    guard !mix.isEmpty else { return }
    for index in mix.indices {
      mix[index].setStrength(RenderCache.share(of: intensity(mix[index])), on: actuator.model, at: now)
    }
    advance(to: now)
  }

  // MARK: Stopping

  /// Ends the playbacks that `isMeant` picks, now.
  ///
  /// - Returns: how many that were.
  func stop(_ reason: FinishReason, at now: Instant, where isMeant: (Playback) -> Bool) -> Int {
    let ended = mix.remove(where: isMeant)
    guard !ended.isEmpty else { return 0 }
    if let error = step(to: now) { fail(error, at: now) }
    let reason = isStopRefused ? .failed : reason
    for playback in ended { report(EndedPlayback(playback, reason), at: now) }
    reportFinished(at: now)
    return ended.count
  }

  /// Changes the running playbacks that `isMeant` picks, at `moment` or, where that is past, now.
  ///
  /// - Returns: how many that were.
  /// - Throws: `.limit` where as much is scheduled for one as `Limits` allows.
  func schedule(
    _ action: LiveRenderer.Action, at moment: Instant, now: Instant, where isMeant: (Playback) -> Bool
  ) throws(Refusal) -> Int {
    let meant = mix.indices.filter { isMeant(mix[$0]) }
    for index in meant {
      let live = mix[index].makeLive(on: actuator.model)
      if !live.schedule(action, at: max(moment, now)) { throw Refusal(.limit) }
    }
    if !meant.isEmpty { advance(to: now) }
    return meant.count
  }

  /// Ends everything and writes the stop even where nothing is known to play.
  func silence(_ reason: FinishReason, at now: Instant) -> Int {
    let ended = stop(reason, at: now) { _ in true }
    silenceOutput(at: now)
    return ended
  }

  /// Tells of what has ended without the device's answer: the service ends.
  func tellEnds(at now: Instant) { tell(endings.takeAll(), at: now) }

  /// The actuator's record changed. One that does not answer does not stop, either.
  func noteChange(at now: Instant) {
    if !actuator.isReady { tell(endings.takeAll(), as: .failed, at: now) }
  }

  /// Ends everything on an actuator that is gone; nothing can be written any more.
  func abandon(_ reason: FinishReason, at now: Instant) {
    let ended = mix.removeAll()
    output.forget()
    duty.set(0, at: now)
    alarm?.clear()
    drawings.remove(self)
    actuator.onQueuedWrite = nil
    actuator.onQueuedFailure = nil
    tellEnds(at: now)
    for playback in ended { report(EndedPlayback(playback, reason), at: now) }
  }

  // MARK: Walking

  private func advance(to now: Instant) {
    if let refused = output.refusedStop, refused.next <= now { silenceOutput(at: now) }
    if !mix.isEmpty, rest(at: now) { return }
    if let error = step(to: now) { fail(error, at: now) }
    draw(at: now, DrawingQueue.inline)
    reportFinished(at: now)
  }

  /// Ends the playbacks of categories from which the motors must rest.
  ///
  /// - Returns: whether there were any; everything else has been brought up to date then.
  private func rest(at now: Instant) -> Bool {
    duty.advance(to: now)
    if duty.exhausted.isEmpty { return false }
    return stop(.coolingDown, at: now) { duty.exhausted.contains($0.category) } > 0
  }

  /// Goes on with what is not drawn yet, in a turn of its own.
  func drawSlice(at now: Instant) {
    draw(at: now, DrawingQueue.slice)
    reportFinished(at: now)
  }

  /// Draws what is due, and takes what is due of that.
  private func draw(at now: Instant, _ units: Int) {
    guard let due = mix.nextDrawing, due <= now else { return }
    var work = WorkBudget(units)
    mix.draw(at: now, &work)
    if let error = step(to: now) { fail(error, at: now) }
  }

  /// Brings the actuator to the level of this moment and sets the alarm for what comes next.
  private func step(to now: Instant) -> Errno? {
    let planned = mix.advance(to: now)
    let wanted = mix.level
    let next = mix.nextEvent.map { isCrowded ? max($0, now + Self.crowdedInterval) : $0 }
    let drawing = nextDrawing(after: now)
    let earliest = wanted == output.level ? output.renewal : output.earliestWrite(of: wanted)
    do throws(Errno) {
      if earliest <= now {
        try write(
          wanted, until: next ?? (drawing < .distantFuture ? drawing : nil),
          planned: planned ?? deferral(of: wanted) ?? now, at: now)
        deferred = nil
      } else if wanted != output.level {
        deferred = (wanted, planned ?? deferral(of: wanted) ?? now)
      }
    } catch {
      return error
    }
    noteStarted()
    prepareAhead(at: now)
    // Of more than two at once, min makes an array.
    let change = min(min(next ?? .distantFuture, drawing), earliest > now ? earliest : .distantFuture)
    let exhaustion = mix.lowest.flatMap { duty.exhaustion(of: $0) } ?? .distantFuture
    let wake = min(change, output.renewal, min(exhaustion, output.refusedStop?.next ?? .distantFuture))
    if wake < .distantFuture { alarm?.set(for: wake) } else { alarm?.clear() }
    return nil
  }

  /// Whether so many playbacks play that their changes are taken together: each change costs a look at all of them, and
  /// who feels that many at once feels no millisecond.
  private var isCrowded: Bool { mix.indices.count > Self.crowd }
  private static let crowd = 16
  private static let crowdedInterval = Duration.milliseconds(1)

  /// When to draw next. What is due already waits in the queue.
  private func nextDrawing(after now: Instant) -> Instant {
    let drawing = mix.nextDrawing ?? .distantFuture
    if drawing > now { drawings.remove(self) } else { drawings.add(self, at: now) }
    return drawing > now ? drawing : .distantFuture
  }

  /// Uploads what performances will want soon, now that what they want at present is written.
  private func prepareAhead(at now: Instant) {
    // The device may refuse at once, and everything end.
    for playback in mix.playbacks {
      guard let levels = playback.live?.takeFreshLevels(), !levels.isEmpty else { continue }
      actuator.prepare(levels, keepUntil: now + Stream.ahead.far)
    }
  }

  /// Since when a level waits for a link that takes only so many commands.
  private func deferral(of level: Level) -> Instant? { deferred?.level == level ? deferred?.planned : nil }

  private func write(_ level: Level, until next: Instant?, planned: Instant, at now: Instant) throws(Errno) {
    let result = try output.write(level, until: next, planned: planned, at: now)
    duty.set(actuator.model.load(of: level), at: now)
    guard let (leased, written) = result else { return }
    observer.player(self, didWrite: leased, planned: planned, written: written)
  }

  // MARK: Bookkeeping

  private func noteStarted() {
    guard output.queued == nil else { return }
    for index in mix.indices where mix.begins(index, at: output.level) {
      noteStart(of: index, at: max(output.lastWrite, mix[index].firstPlanned))
    }
  }

  private func noteQueuedWrite(_ level: Drive.LeasedLevel, planned: Instant, written: Instant) {
    output.noteQueuedWrite(planned: planned)
    for index in mix.indices where mix[index].firstWritten == nil && mix[index].firstPlanned <= planned {
      noteStart(of: index, at: written)
    }
    observer.player(self, didWrite: level, planned: planned, written: written)
    if level.level == .off { report(output.noteStopTaken()) }
    tell(endings.take(plannedBy: planned), at: written)
  }

  private func noteStart(of index: Int, at written: Instant) {
    mix[index].firstWritten = written
    // A value of its own: whoever is told may stop it.
    let playback = mix[index]
    observer.player(self, didStart: playback, at: written)
  }

  /// Where nothing plays the refusal was of a stop, or of a level that a stop follows.
  private func noteQueuedFailure(_ error: Errno, at now: Instant) {
    output.noteQueuedFailure()
    if mix.isEmpty {
      report(output.noteStopRefused(error, at: now))
      wakeForRefusedStop()
    } else {
      observer.player(self, didMeet: error)
      fail(error, at: now)
    }
    // A motor that is gone has stopped.
    tell(endings.takeAll(), as: error == .noDevice ? nil : .failed, at: now)
  }

  private func report(_ news: RefusedStopNews?) { if let news { observer.player(self, refusedStop: news) } }

  private func wakeForRefusedStop() {
    if let next = output.refusedStop?.next, next < .distantFuture { alarm?.set(for: next) }
  }

  /// Removes the playbacks that are over, and gives way to the others again.
  private func removeFinished(at now: Instant) -> [EndedPlayback] {
    var ended: [EndedPlayback] = []
    while let playback = mix.popFinished() { ended.append(EndedPlayback(playback, playback.endReason)) }
    guard !ended.isEmpty, mix.hasGivenWay || mix.level != output.level else { return ended }
    mix.arrange()
    // Playbacks that were ducked or held become audible again, and nothing of the removed ones stays in the motors.
    if let error = step(to: now) { ended += removeAll(after: error, at: now) }
    return ended
  }

  private func reportFinished(at now: Instant) { report(removeFinished(at: now), at: now) }

  /// Reports ends, each after the device's own thread has written the level that ends the playback.
  func report(_ ended: [EndedPlayback], at now: Instant) {
    for end in ended { report(end, at: now) }
  }

  private func report(_ end: EndedPlayback, at now: Instant) {
    observer.player(self, didEnd: end.playback)
    guard let planned = output.queued, end.reason != .failed else {
      return observer.player(self, didFinish: end.playback, reason: end.reason, at: now)
    }
    if actuator.isReady, !endings.isFull { return endings.add(end, planned: planned) }
    let reason = actuator.isReady ? end.reason : .failed
    observer.player(self, didFinish: end.playback, reason: reason, at: now)
  }

  /// - Parameter reason: nil where each ends for its own.
  private func tell(_ endings: [EndingPlaybacks.Ending], as reason: FinishReason? = nil, at now: Instant) {
    for ending in endings {
      observer.player(self, didFinish: ending.end.playback, reason: reason ?? ending.end.reason, at: now)
    }
  }

  private func silenceOutput(at now: Instant) {
    report(output.silence(at: now))
    duty.set(0, at: now)
    if mix.isEmpty { wakeForRefusedStop() }
  }

  /// Ends everything after the device refused a level.
  private func fail(_ error: Errno, at now: Instant) { report(removeAll(after: error, at: now), at: now) }

  /// Removes all playbacks after the device refused a level, and writes the stop once more in case it still listens.
  private func removeAll(after error: Errno, at now: Instant) -> [EndedPlayback] {
    let ended = mix.removeAll()
    alarm?.clear()
    drawings.remove(self)
    silenceOutput(at: now)
    let reason: FinishReason = error == .noDevice ? .unplugged : .failed
    return ended.map { EndedPlayback($0, reason) }
  }
}
