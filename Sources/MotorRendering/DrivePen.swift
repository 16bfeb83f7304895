/// Writes a drive from its start to its end, keeping commands apart as the device wants them, with the motors running
/// along so that the next command can start from where they really are.
struct DrivePen: Sendable {
  private(set) var steps: [Drive.Step] = []
  private(set) var motors: MotorSimulation
  /// Where the pen is: nothing earlier can be changed any more.
  private(set) var now = Duration.zero
  /// Nothing is written beyond; nil for no limit.
  private let limit: Duration?
  /// The last command that nothing can take back.
  private var last: Duration?
  /// What was so before the last step, in case something takes its place at the same moment.
  private var before: (level: Level, last: Duration?) = (.off, nil)

  init(_ model: MotorModel, limit: Duration? = nil) { self.init(MotorSimulation(model), limit: limit) }

  /// From motors as they are at time zero. What they were told at that very moment can still be changed.
  init(_ motors: MotorSimulation, limit: Duration? = nil) {
    self.motors = motors
    self.limit = limit
    last = motors.lastCommand.flatMap { $0 < .zero ? $0 : nil }
  }

  /// Commands `level` at `moment`, or as soon after it as the device takes the next command. What comes too late to be
  /// stopped in time is left out.
  mutating func command(_ level: Level, at moment: Duration) {
    advance(to: moment)
    guard level != motors.level else { return }
    takeBackStop()
    guard level != motors.level else { return }
    var time = max(now, earliest)
    if let limit {
      if level != .off, time > limit - interval { return }
      time = min(time, limit)
    }
    now = time
    before = (motors.level, last)
    motors.set(level, at: now)
    last = now
    steps.append(Drive.Step(at: now, level: level))
  }

  /// Nobody needs a stop that something follows at the same moment.
  private mutating func takeBackStop() {
    guard revocableStop != nil else { return }
    steps.removeLast()
    motors.set(before.level, at: now)
    last = before.last
  }

  /// Whether nothing can be written any more.
  var isFull: Bool { limit.map { now >= $0 } ?? false }

  /// When the device takes the next command.
  var earliest: Duration { last.map { $0 + interval } ?? now }

  /// Two commands at the same moment would be one, whatever the device says.
  private var interval: Duration { max(motors.model.minimumInterval, Self.grain) }

  /// Times of steps are whole multiples of it, where no device has asked for another.
  private static let grain = Duration.microseconds(100)

  /// Leaves the level as it is until `moment`.
  mutating func advance(to moment: Duration) { now = max(now, min(moment, limit ?? moment)) }

  /// The steps written since this was asked last.
  mutating func takeSteps() -> [Drive.Step] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// The same without a stop that may still be taken back: it is given with those of the next time.
  mutating func takeFinalSteps() -> [Drive.Step] {
    guard let stop = revocableStop else { return takeSteps() }
    defer { steps.append(stop) }
    steps.removeLast()
    return takeSteps()
  }

  /// A stop at this very moment.
  private var revocableStop: Drive.Step? { steps.last.flatMap { $0.at == now && $0.level == .off ? $0 : nil } }
}
