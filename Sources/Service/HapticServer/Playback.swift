internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// A pattern that plays on one actuator for one session.
///
/// Most playbacks take the steps of a drive that was rendered before. Long or live-controlled patterns are rendered
/// incrementally.
struct Playback {
  let request: PlaybackRequest
  /// What plays. Its strength is the requested intensity after the user's settings.
  private(set) var content: Content
  /// The start time of the pattern. It is later than requested if the daemon woke after the end of the first level.
  private(set) var start: Instant
  /// The latest allowed start time. A playback that missed its first level by then starts late; after this time, it
  /// skips the level. A live playback always skips, because its client may have scheduled actions for given times.
  let latest: Instant

  /// A pattern, its strength in 0...1 and its rendering.
  struct Content {
    let pattern: SharedPattern
    let strength: Double
    /// The rendering, or nil if the pattern is rendered incrementally.
    var drive: Drive?
  }

  /// The time of the first level at the device, or nil if it is still to come.
  var firstWritten: Instant?
  private(set) var live: LiveRenderer?
  private var cursor = 0
  /// The planned time of the first level.
  private(set) var firstPlanned: Instant
  /// The level of the pattern since the last walk.
  private(set) var level = Level.off
  /// That level after the treatment.
  private(set) var treated = Level.off
  /// The time of the next change of level or of the next scheduled action; `.distantFuture` if there is none.
  private var nextEvent: Instant
  /// Whether it was over at the last walk, and then requests no level, or has been ended.
  private(set) var isFinished = false

  /// The effect of playbacks of higher priority on this one.
  var treatment = Treatment.mixed

  init(_ request: PlaybackRequest, content: Content, start: Instant, latest: Instant) {
    self.request = request
    self.content = content
    self.start = start
    self.latest = latest
    let first = content.drive?.steps.first.map { start + $0.at }
    nextEvent = first ?? .distantFuture
    firstPlanned = first ?? start
  }

  /// Ends it.
  ///
  /// - Parameter reason: nil if it is over by itself.
  mutating func end(as reason: FinishReason? = nil) -> EndedPlayback {
    isFinished = true
    return EndedPlayback(
      request: request, memoryCost: content.pattern.playbackCost, firstWritten: firstWritten,
      reason: reason ?? live?.endReason ?? .ended)
  }

  /// The time of its end unless the client changes it, or nil if that is unknown.
  var end: Instant? {
    if let live { return live.end }
    return steps.last.map { start + $0.at }
  }

  /// Advances to `now`, and adds what it requests from then on.
  mutating func walk(to now: Instant, on model: MotorModel, _ walk: inout Walk) {
    let planned: Instant?
    if let live {
      planned = live.advance(to: now)
      (level, nextEvent, isFinished) = (live.level, live.nextEvent, live.isFinished)
      walk.nextDrawing = min(walk.nextDrawing, live.nextDrawing)
      walk.hasFreshLevels = walk.hasFreshLevels || live.stream.coming.hasFreshLevels
    } else {
      planned = takeSteps(to: now)
      isFinished = nextEvent == .distantFuture
    }
    treated =
      switch treatment {
      case .mixed: level
      case .ducked: model.ducked(level)
      case .held: .off
      }
    walk.level = walk.level.mixed(with: treated)
    if let planned { walk.planned = max(walk.planned ?? planned, planned) }
    walk.nextEvent = min(walk.nextEvent, nextEvent)
    walk.isStarting = walk.isStarting || firstWritten == nil && level != .off
    if let lowest = walk.lowest, Precedence.rank(lowest) <= Precedence.rank(request.category) { return }
    walk.lowest = request.category
  }

  /// Takes the steps of the drive that are due.
  ///
  /// - Returns: the planned time of the latest one, or nil if none is due.
  private mutating func takeSteps(to now: Instant) -> Instant? {
    guard nextEvent <= now else { return nil }
    // Each access to the property retains the array.
    let steps = steps
    let isLate = cursor == 0 && steps.count > 1 && start + steps[1].at <= now
    if isLate, now <= latest { return beginLate(steps, at: now) }
    var planned = nextEvent
    while nextEvent <= now {
      level = steps[cursor].level
      planned = nextEvent
      cursor += 1
      nextEvent = cursor == steps.count ? .distantFuture : start + steps[cursor].at
    }
    return planned
  }

  /// Starts late, after the end of the first level: takes that level now and shifts all later steps by the delay. A
  /// busy machine that wakes the daemon after a whole tap must not lose the tap.
  ///
  /// - Returns: the planned time of the level.
  private mutating func beginLate(_ steps: [Drive.Step], at now: Instant) -> Instant {
    let planned = firstPlanned
    level = steps[0].level
    cursor = 1
    start = now - steps[0].at
    firstPlanned = now
    nextEvent = start + steps[1].at
    return planned
  }

  /// Switches to incremental rendering, so that the playback can be changed. It continues at its present position.
  ///
  /// - Parameter timing: the timing of a playback that begins with it.
  mutating func makeLive(
    on model: MotorModel, _ timing: Request.Play.Timing = Request.Play.Timing()
  ) -> LiveRenderer {
    if let live { return live }
    let stream = Stream(
      content.pattern.score, on: model, strength: content.strength, at: start, timing, taken: steps.prefix(cursor))
    let live = LiveRenderer(stream, level: level, from: start, timing)
    self.live = live
    firstPlanned = start
    return live
  }

  /// Continues at another strength, 0...1, from `now` on.
  mutating func setStrength(_ strength: Double, on model: MotorModel, at now: Instant) {
    guard strength != content.strength else { return }
    makeLive(on: model).stream.setStrength(strength, at: now)
    content = Content(pattern: content.pattern, strength: strength)
  }

  /// Continues on motors with other properties from `now` on.
  mutating func setModel(_ model: MotorModel, at now: Instant) {
    makeLive(on: model).stream.setModel(model, at: now)
    content.drive = nil
  }

  private var steps: [Drive.Step] { content.drive?.steps ?? [] }
}

/// Who asked for a playback, and for what: the same from its start to the report of its end.
struct PlaybackRequest {
  /// The number that the client chose; 0 if it chose none.
  let number: UInt32
  /// The client, which may have left before a device with a thread of its own has taken the last level.
  let owner: Session
  let category: Category
  /// Whether it plays in spite of profile, quiet hours and power saver.
  let isImportant: Bool
  /// The requested intensity in 1/65535.
  let intensity: UInt16
  /// The number of the playback in the history.
  let entry: UInt64
  /// The name of the feedback; empty for a client's own pattern.
  let feedback: ShortName
  /// The time of receipt, or nil for a play with a start time, whose delay is not a latency.
  let received: Instant?
}

extension Level {
  /// Mixes two levels: each motor follows the stronger one. A tap during a vibration is felt by the difference, and no
  /// sum saturates. A wave has the period of the stronger level.
  func mixed(with other: Level) -> Level {
    let leads = max(strong, weak) >= max(other.strong, other.weak)
    return Level(
      strong: max(strong, other.strong), weak: max(weak, other.weak),
      periodMilliseconds: leads ? periodMilliseconds : other.periodMilliseconds)
  }
}
