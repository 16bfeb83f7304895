internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving
internal import MotorRendering

// The walk of a player: its due steps, the write of their level, the rendering that is due, and the next alarm.

extension Player {
  func advance(to now: Instant) {
    if let refused = output.refusedStop, refused.next <= now { silenceOutput(at: now) }
    if !mix.isEmpty, rest(at: now) { return }
    if let error = step(to: now) { fail(error, at: now) }
    // The rendering of a crowd takes turns with the requests of clients.
    if !isCrowded { draw(at: now, DrawingQueue.inline) }
    reportFinished(at: now)
  }

  /// Gives all playbacks their present felt strength.
  func updateStrengths(at now: Instant) {
    guard !mix.isEmpty else { return }
    for index in mix.indices {
      let request = mix[index].request
      let felt = server.policy.felt(request.intensity, request.category, of: request.owner, on: self)
      mix[index].setStrength(RenderCache.share(of: felt), on: device.model, at: now)
    }
    advance(to: now)
  }

  /// Ends the playbacks of categories that are refused while the motors cool down.
  ///
  /// - Returns: whether any ended; the other playbacks are then up to date.
  private func rest(at now: Instant) -> Bool {
    let exhausted = output.duty.exhausted(at: now)
    if exhausted.isEmpty { return false }
    return stop(.coolingDown, at: now) { exhausted.contains($0.request.category) } > 0
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
  func step(to now: Instant) -> DeviceError? {
    let walk = mix.walk(to: now)
    let next = isCrowded ? max(walk.nextEvent, now + Self.crowdedInterval) : walk.nextEvent
    do throws(DeviceError) {
      let end = next == .distantFuture && walk.nextDrawing > now ? walk.nextDrawing : next
      if let write = try output.follow(
        walk.level, until: end == .distantFuture ? nil : end, planned: walk.planned, at: now)
      {
        server.player(self, didWrite: write.level, planned: write.planned, written: write.written)
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
    alarm?.arm(at: wake)
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

  private func noteStarted() {
    guard output.queued == nil else { return }
    for index in mix.indices where mix.begins(index, at: output.level) {
      noteStart(of: index, at: max(output.lastWrite, mix[index].firstPlanned))
    }
  }
}
