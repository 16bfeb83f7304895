internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// One running pattern on one actuator, owned by one session.
///
/// Most are walks along a drive that was rendered before. What is long, or has its client's hand on it, is performed:
/// drawn piece by piece while it plays.
struct Playback {
  /// The number that the client chose; 0 for one that nobody asks about again.
  let number: UInt32
  let owner: UInt64
  private(set) var content: Content
  /// When its pattern begins. Later than it was asked for where the daemon slept through its first level.
  private(set) var start: Instant
  /// When it may begin at the latest; later than that, what was slept through stays unfelt. A live keeps its place
  /// in time and skips, as its client may have said what happens when.
  let latest: Instant
  /// When the daemon read the request; nil where it asked for a later start, which says nothing of latency.
  let received: Instant?
  let category: Category
  /// Whether it plays in spite of what holds others back.
  let isImportant: Bool
  /// How strong its client wants it, in 1/65535; `content.strength` is what the person leaves of that.
  let intensity: UInt16
  /// Its place in the history.
  let entry: UInt64
  /// Empty for a client's own pattern.
  let feedback: ShortName

  /// What is played, and how strong, 0...1.
  struct Content {
    let pattern: SharedPattern
    let strength: Double
    /// The rendering, where there is one.
    var drive: Drive?
  }

  /// When the actuator first got a level of this playback.
  var firstWritten: Instant?
  private(set) var live: LiveRenderer?
  private var walkedLevel = Level.off
  private var cursor = 0

  /// What it is while others of higher rank play.
  var treatment = Treatment.mixed

  init(
    number: UInt32, owner: UInt64, content: Content, category: Category, start: Instant, latest: Instant,
    received: Instant? = nil, isImportant: Bool = false, intensity: UInt16 = .max, entry: UInt64 = 0,
    feedback: ShortName = .empty
  ) {
    self.number = number
    self.owner = owner
    self.content = content
    self.category = category
    self.start = start
    self.latest = latest
    self.received = received
    self.isImportant = isImportant
    self.intensity = intensity
    self.entry = entry
    self.feedback = feedback
  }

  /// The level this playback asks for at present.
  var level: Level { live?.level ?? walkedLevel }

  var isFinished: Bool {
    if let live { return live.isFinished }
    return cursor == steps.count
  }

  var endReason: FinishReason { live?.endReason ?? .ended }

  /// When the level changes next, or something else is to be done; nil where nothing is.
  var nextEvent: Instant? {
    if let live { return live.nextEvent }
    return cursor == steps.count ? nil : start + steps[cursor].at
  }

  /// When it ends, unless its client changes it; nil where that is not known.
  var end: Instant? {
    if let live { return live.end }
    return steps.last.map { start + $0.at }
  }

  /// When something is to be drawn of it; nil where nothing is.
  var nextDrawing: Instant? { live?.nextDrawing }

  /// When the first level is wanted.
  var firstPlanned: Instant { live == nil ? steps.first.map { start + $0.at } ?? start : start }

  /// Walks to the level of this moment.
  ///
  /// - Returns: when the change that came last was planned; nil where nothing changed.
  mutating func advance(to now: Instant) -> Instant? {
    if let live { return live.advance(to: now) }
    var planned = beginLate(at: now)
    while cursor < steps.count, start + steps[cursor].at <= now {
      walkedLevel = steps[cursor].level
      planned = start + steps[cursor].at
      cursor += 1
    }
    return planned
  }

  /// Takes the first level now, and everything else as much later, where that level would be over already: a busy machine
  /// that wakes the daemon after a whole tap must not swallow the tap.
  ///
  /// - Returns: when the level was planned; nil where it is not too late for it, or too late for all of it.
  private mutating func beginLate(at now: Instant) -> Instant? {
    guard cursor == 0, steps.count > 1, start + steps[1].at <= now, now <= latest else { return nil }
    let planned = firstPlanned
    walkedLevel = steps[0].level
    cursor = 1
    start = now - steps[0].at
    return planned
  }

  /// From now on the playback can be changed. One that walked goes on from where it is.
  @discardableResult
  mutating func makeLive(on model: MotorModel) -> LiveRenderer {
    if let live { return live }
    let stream = Stream(
      content.pattern.score, on: model, strength: content.strength, at: start, taken: steps.prefix(cursor))
    let live = LiveRenderer(stream, level: walkedLevel)
    self.live = live
    return live
  }

  /// Plays on at another strength, 0...1, from now on.
  mutating func setStrength(_ strength: Double, on model: MotorModel, at now: Instant) {
    guard strength != content.strength else { return }
    makeLive(on: model).setStrength(strength, at: now)
    content = Content(pattern: content.pattern, strength: strength)
  }

  private var steps: [Drive.Step] { content.drive?.steps ?? [] }
}

extension Level {
  /// The mixing law: each motor follows the strongest playback. A tap over a buzz is felt as much as it exceeds it, and
  /// no sum saturates. A wave has the pitch of the stronger.
  func mixed(with other: Level) -> Level {
    let leads = max(strong, weak) >= max(other.strong, other.weak)
    return Level(
      strong: max(strong, other.strong), weak: max(weak, other.weak),
      periodMilliseconds: leads ? periodMilliseconds : other.periodMilliseconds)
  }
}
