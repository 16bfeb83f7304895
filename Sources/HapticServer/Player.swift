internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorModel

/// Told what a player did.
protocol PlayerObserver: AnyObject {
  func player(_ player: Player, didWrite level: Drive.LeasedLevel, planned: Instant, written: Instant)
  func player(_ player: Player, didFinish playback: Playback, reason: FinishReason, at now: Instant)
  /// The first level of a playback was written, perhaps long after the client got its answer.
  func player(_ player: Player, didStart playback: Playback, at written: Instant)
  /// The device refused a level that was queued.
  func player(_ player: Player, didMeet refusal: Errno)
}

/// Walks every playback of one actuator with one alarm, and writes the mix when it changes.
///
/// The guarantee it keeps: while the motors are on there is always an alarm set, for the next change or for the renewal
/// of the lease, whichever comes first; without playbacks the last level written is `.off`.
final class Player {
  private unowned let observer: any PlayerObserver
  private var alarm: (any Alarm)?
  private var repertoire: Repertoire
  private var rehearsal: Rehearsal
  private var playbacks: [Playback] = []
  private var output: Output
  /// A level that had to wait, and when it was planned.
  private var deferred: (level: Level, planned: Instant)?
  private var strain: Strain
  /// What the person wants of the device: nothing, where it is switched off.
  private(set) var strength: Intensity
  let kind: DeviceRecord.Kind
  /// By which the person speaks of the device.
  let name: ShortName

  /// - Parameter wish: what the person wants of the device and of each category on it.
  init(
    _ actuator: any Actuator, catalogue: Catalogue, wish: Wish, scheduler: any Scheduler,
    observer: any PlayerObserver
  ) throws(Errno) {
    output = Output(actuator)
    self.observer = observer
    strain = Strain(actuator.model.endurance)
    strength = wish.strength
    let record = actuator.record
    kind = record.kind
    name = ShortName(truncating: record.name)
    repertoire = Repertoire(actuator.model, catalogue, intensity: wish.intensity)
    rehearsal = Self.rehearsal(of: catalogue, wish, on: actuator)
    alarm = try scheduler.makeAlarm(.stop) { [unowned self] now in advance(to: now) }
    actuator.onQueuedWrite = { [unowned self] level, planned, written in
      noteQueuedWrite(level, planned: planned, written: written)
    }
    actuator.onQueuedFailure = { [unowned self] error in noteQueuedFailure(error, at: scheduler.now) }
  }

  var actuator: any Actuator { output.actuator }

  /// What the person wants of a device: its own strength, and how strong that leaves each category.
  struct Wish {
    let strength: Intensity
    let intensity: (Category) -> UInt16
  }

  // MARK: Preparing

  /// How a composition is played here; `intensity` is in 1/65535.
  func content(_ composition: Composition, intensity: UInt16) -> Playback.Content {
    repertoire.content(composition, intensity: intensity)
  }

  /// Takes another vocabulary, or other wishes. What plays goes on.
  func setCatalogue(_ catalogue: Catalogue, wish: Wish) {
    strength = wish.strength
    repertoire = Repertoire(actuator.model, catalogue, intensity: wish.intensity)
    rehearsal = Self.rehearsal(of: catalogue, wish, on: actuator)
  }

  /// Whether some of the vocabulary is still to be made resident.
  var isRehearsing: Bool { !rehearsal.isOver }
  var isPlaying: Bool { !playbacks.isEmpty }

  /// Renders one more composition of the vocabulary, and makes its levels resident.
  func rehearse() {
    guard let (composition, intensity) = rehearsal.next() else { return }
    let levels = rehearsal.add(opening(of: content(composition, intensity: intensity)).palette)
    if !levels.isEmpty { actuator.prepare(levels, keepUntil: .distantPast) }
  }

  private static func rehearsal(of catalogue: Catalogue, _ wish: Wish, on actuator: any Actuator) -> Rehearsal {
    Rehearsal(catalogue, slots: Int(actuator.record.slotShare), intensity: wish.intensity)
  }

  /// Makes the levels of a composition resident, or of its beginning where it is long, and keeps them so for a while.
  ///
  /// - Parameter intensity: how strong it will be played, in 1/65535.
  /// - Returns: how it is played so, and how many levels that takes.
  func prepare(
    _ composition: Composition, intensity: UInt16, at now: Instant
  ) -> (content: Playback.Content, levels: Int) {
    let content = content(composition, intensity: intensity)
    return (content, prepare(content, at: now))
  }

  /// Makes the levels of what will be played resident.
  ///
  /// - Returns: how many they are.
  @discardableResult
  func prepare(_ content: Playback.Content, at now: Instant) -> Int {
    let palette = opening(of: content).palette
    actuator.prepare(palette, keepUntil: now + Self.keeping)
    return palette.count
  }

  /// How long before it is felt as meant it must be handed over: the rise of its first stroke.
  func lead(of content: Playback.Content) -> Duration { opening(of: content).lead }

  /// The rendering, or the beginning of one.
  private func opening(of content: Playback.Content) -> Drive {
    if let drive = content.drive { return drive }
    var rendition = Rendition(content.composition.score, on: actuator.model, strength: content.strength)
    let steps = rendition.draw(until: Stream.ahead.far)
    return Drive(steps, end: rendition.drawnUntil, lead: rendition.lead)
  }

  /// How long prepared levels are kept before others may take their slots. Apple's generators stay prepared for
  /// "typically seconds"; ours cost nothing while they wait.
  private static let keeping = Duration.seconds(30)

  // MARK: Starting and stopping

  /// Starts a playback, or keeps it for its start time; its steps up to `now` are taken at once. Call `settle` once the client has its answer.
  ///
  /// - Returns: when its first level was written; nil where that is still to come.
  /// - Throws: what the device said, where it refused the first level. The playback is then forgotten, unreported.
  func start(_ playback: Playback, at now: Instant) throws(Errno) -> Instant? {
    playbacks.append(playback)
    arrange()
    if playback.content.drive == nil {
      _ = playbacks[playbacks.count - 1].makePerformance(on: actuator.model)
    } else if playback.start > now {
      prepare(playback.content, at: now)
    }
    if let error = step(to: now) {
      _ = playbacks.popLast()
      fail(error, at: now)
      throw error
    }
    return playbacks[playbacks.count - 1].firstWritten
  }

  /// Reports what ended at once, such as a playback of nothing.
  func settle(at now: Instant) { retireFinished(at: now) }

  // MARK: Giving way

  /// The highest category that plays here; nil where nothing does.
  private var leader: Category? {
    playbacks.max { Precedence.rank($0.category) < Precedence.rank($1.category) }?.category
  }

  /// Whether something plays here that a feedback which would begin has no chance against.
  func outranks(_ category: Category) -> Bool {
    guard !playbacks.isEmpty, let leader, leader != category else { return false }
    return Precedence.refuses(category, under: leader)
  }

  /// Gives each playback the place that the others leave it.
  private func arrange() {
    // Nearly always there is one, which gives way to nobody.
    if playbacks.count == 1 { playbacks[0].treatment = .mixed }
    guard playbacks.count > 1, let leader else { return }
    for index in playbacks.indices {
      playbacks[index].treatment = Precedence.treatment(of: playbacks[index].category, under: leader)
    }
  }

  /// Whether the motors must rest.
  func isCoolingDown(at now: Instant) -> Bool {
    strain.advance(to: now)
    return strain.isExhausted
  }

  /// What a playback asks for, as far as it is felt.
  private func level(of playback: Playback) -> Level {
    switch playback.treatment {
    case .mixed: playback.level
    case .ducked: actuator.model.ducked(playback.level)
    case .held: .off
    }
  }

  /// Plays everything on, as strong as it is wanted now.
  func restrengthen(at now: Instant, _ intensity: (Playback) -> UInt16) {
    guard !playbacks.isEmpty else { return }
    for index in playbacks.indices {
      let strength = Repertoire.share(of: intensity(playbacks[index]))
      playbacks[index].setStrength(strength, on: actuator.model, at: now)
    }
    advance(to: now)
  }

  // MARK: Stopping

  /// Ends the playbacks that `isMeant` picks, now.
  ///
  /// - Returns: how many that were.
  func stop(_ reason: FinishReason, at now: Instant, where isMeant: (Playback) -> Bool) -> Int {
    let ended = playbacks.filter(isMeant)
    guard !ended.isEmpty else { return 0 }
    playbacks.removeAll(where: isMeant)
    arrange()
    let error = step(to: now)
    for playback in ended { observer.player(self, didFinish: playback, reason: reason, at: now) }
    if let error { fail(error, at: now) }
    retireFinished(at: now)
    return ended.count
  }

  /// Changes the running playbacks that `isMeant` picks, at `moment` or, where that is past, now.
  ///
  /// - Returns: how many that were.
  /// - Throws: `.limit` where as much is scheduled for one as `Limits` allows.
  func schedule(
    _ action: Performance.Action, at moment: Instant, now: Instant, where isMeant: (Playback) -> Bool
  ) throws(Refusal) -> Int {
    let meant = playbacks.indices.filter { isMeant(playbacks[$0]) }
    for index in meant {
      let performance = playbacks[index].makePerformance(on: actuator.model)
      if !performance.schedule(action, at: max(moment, now)) { throw Refusal(.limit) }
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

  /// Ends everything on an actuator that is gone; nothing can be written any more.
  func abandon(_ reason: FinishReason, at now: Instant) {
    let ended = playbacks
    playbacks = []
    output.forget()
    strain.set(0, at: now)
    alarm?.clear()
    actuator.onQueuedWrite = nil
    actuator.onQueuedFailure = nil
    for playback in ended { observer.player(self, didFinish: playback, reason: reason, at: now) }
  }

  // MARK: Walking

  private func advance(to now: Instant) {
    if !playbacks.isEmpty, isCoolingDown(at: now) { return rest(at: now) }
    if let error = step(to: now) { fail(error, at: now) }
    retireFinished(at: now)
  }

  /// The motors have run for too long.
  private func rest(at now: Instant) { _ = stop(.coolingDown, at: now) { _ in true } }

  /// Brings the actuator to the level of this moment and sets the alarm for what comes next.
  private func step(to now: Instant) -> Errno? {
    let planned = advancePlaybacks(to: now)
    let wanted = playbacks.reduce(Level.off) { $0.mixed(with: level(of: $1)) }
    let next = playbacks.lazy.compactMap(\.nextEvent).min()
    let earliest = wanted == output.level ? output.renewal : output.earliestWrite(of: wanted)
    do throws(Errno) {
      if earliest <= now {
        try write(wanted, until: next, planned: planned ?? deferral(of: wanted) ?? now, at: now)
        deferred = nil
      } else if wanted != output.level {
        deferred = (wanted, planned ?? deferral(of: wanted) ?? now)
      }
    } catch {
      return error
    }
    noteStarted()
    prepareAhead(at: now)
    // Of four at once, min makes an array.
    let change = min(next ?? .distantFuture, earliest > now ? earliest : .distantFuture)
    let wake = min(change, output.renewal, strain.exhaustion ?? .distantFuture)
    if wake < .distantFuture { alarm?.set(for: wake) } else { alarm?.clear() }
    return nil
  }

  /// Uploads what performances will want soon, now that what they want at present is written.
  private func prepareAhead(at now: Instant) {
    for playback in playbacks {
      guard let levels = playback.performance?.takeFreshLevels(), !levels.isEmpty else { continue }
      actuator.prepare(levels, keepUntil: now + Stream.ahead.far)
    }
  }

  /// Since when a level waits for a link that takes only so many commands.
  private func deferral(of level: Level) -> Instant? { deferred?.level == level ? deferred?.planned : nil }

  private func advancePlaybacks(to now: Instant) -> Instant? {
    var latest: Instant?
    for index in playbacks.indices {
      guard let planned = playbacks[index].advance(to: now) else { continue }
      latest = max(latest ?? planned, planned)
    }
    return latest
  }

  private func write(_ level: Level, until next: Instant?, planned: Instant, at now: Instant) throws(Errno) {
    let result = try output.write(level, until: next, planned: planned, at: now)
    strain.set(actuator.model.load(of: level), at: now)
    guard let (leased, written) = result else { return }
    observer.player(self, didWrite: leased, planned: planned, written: written)
  }

  // MARK: Bookkeeping

  /// A playback has begun once the motors follow it: by its own write, or because they were there already.
  private func noteStarted() {
    guard !output.isQueued else { return }
    for index in playbacks.indices
    where playbacks[index].firstWritten == nil && playbacks[index].treatment != .held
      && playbacks[index].level != .off
      && level(of: playbacks[index]).mixed(with: output.level) == output.level
    {
      noteStart(of: index, at: max(output.lastWrite, playbacks[index].firstPlanned))
    }
  }

  private func noteQueuedWrite(_ level: Drive.LeasedLevel, planned: Instant, written: Instant) {
    for index in playbacks.indices
    where playbacks[index].firstWritten == nil && playbacks[index].firstPlanned <= planned {
      noteStart(of: index, at: written)
    }
    observer.player(self, didWrite: level, planned: planned, written: written)
  }

  private func noteStart(of index: Int, at written: Instant) {
    playbacks[index].firstWritten = written
    observer.player(self, didStart: playbacks[index], at: written)
  }

  /// Where nothing plays the refusal was of a stop, and a device that takes no stop takes none more.
  private func noteQueuedFailure(_ error: Errno, at now: Instant) {
    observer.player(self, didMeet: error)
    if !playbacks.isEmpty { fail(error, at: now) }
  }

  private func retireFinished(at now: Instant) {
    var hasRetired = false
    while let index = playbacks.firstIndex(where: { $0.isFinished }) {
      let playback = playbacks.remove(at: index)
      hasRetired = true
      observer.player(self, didFinish: playback, reason: playback.endReason, at: now)
    }
    // What gave way to them is felt again.
    guard hasRetired, playbacks.contains(where: { $0.treatment != .mixed }) else { return }
    arrange()
    if let error = step(to: now) { fail(error, at: now) }
  }

  private func silenceOutput(at now: Instant) {
    output.silence(at: now)
    strain.set(0, at: now)
  }

  /// The device refused a level: everything on it ends, and the stop is written once more in case it still listens.
  private func fail(_ error: Errno, at now: Instant) {
    let ended = playbacks
    playbacks = []
    alarm?.clear()
    silenceOutput(at: now)
    let reason: FinishReason = error == .noDevice ? .unplugged : .failed
    for playback in ended { observer.player(self, didFinish: playback, reason: reason, at: now) }
  }
}
