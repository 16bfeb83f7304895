/// Records the steps of a drive in order of time.
///
/// Delays commands that come sooner than the device accepts them, and simulates the motors, so that the next command
/// can start from their actual state.
struct DriveWriter: Sendable {
  private(set) var steps: [Drive.Step] = []
  private(set) var motors: MotorSimulation
  /// The time of the next command. Earlier steps are final.
  private(set) var now = Duration.zero
  /// The end of the drive; nil for no limit.
  private let limit: Duration?
  /// The time of the last final command, from which the minimum interval counts.
  private var last: Duration?
  /// The state before the last step, to restore if another step replaces it at the same time.
  private var before: (level: Level, last: Duration?) = (.off, nil)

  /// Creates a writer with motors in the given state at time zero. A command that they received at time zero can still
  /// be replaced.
  init(_ motors: MotorSimulation, limit: Duration? = nil) {
    self.motors = motors
    self.limit = limit
    last = motors.lastCommand.flatMap { $0 < .zero ? $0 : nil }
  }

  /// Commands `level` at `moment`, or at the earliest time after it at which the device accepts a command. Drops a
  /// command that leaves no time for the final stop before the limit.
  mutating func command(_ level: Level, at moment: Duration) {
    advance(to: moment)
    guard level != motors.level else { return }
    if revocableStop != nil {
      // The command replaces the stop.
      steps.removeLast()
      motors.set(before.level, at: now)
      last = before.last
    }
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

  /// Whether the limit is reached; further commands are dropped.
  var isFull: Bool { limit.map { now >= $0 } ?? false }

  /// The earliest time at which the device accepts the next command.
  var earliest: Duration { last.map { $0 + interval } ?? now }

  /// The minimum time between two steps. At least one unit of time: two commands at the same time would be one.
  private var interval: Duration { max(motors.model.minimumInterval, Self.grain) }

  /// The unit of the times of steps.
  private static let grain = Duration.microseconds(100)

  /// Keeps the level until `moment`, at most until the limit.
  mutating func advance(to moment: Duration) { now = max(now, min(moment, limit ?? moment)) }

  /// Returns the steps recorded since the last call.
  mutating func takeSteps() -> [Drive.Step] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// Returns the steps recorded since the last call, except a stop at the present time, which the next command may
  /// replace. The next call returns that stop.
  mutating func takeFinalSteps() -> [Drive.Step] {
    guard let stop = revocableStop else { return takeSteps() }
    defer { steps.append(stop) }
    steps.removeLast()
    return takeSteps()
  }

  /// The last step, if it is a stop at the present time.
  private var revocableStop: Drive.Step? { steps.last.flatMap { $0.at == now && $0.level == .off ? $0 : nil } }
}
