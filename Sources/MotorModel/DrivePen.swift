/// Writes a drive from its start to its end, keeping commands apart as the device wants them, with the motors running
/// along so that the next command can start from where they really are.
struct DrivePen {
  private(set) var steps: [Drive.Step] = []
  private(set) var motors: MotorSimulation
  /// Where the pen is: nothing earlier can be changed any more.
  private(set) var now = Duration.zero

  init(_ model: MotorModel) { motors = MotorSimulation(model) }

  /// Commands `level` at `moment`, or as soon after it as the device takes the next command.
  mutating func command(_ level: Level, at moment: Duration) {
    now = max(now, moment)
    guard level != motors.level else { return }
    if let last = steps.last { now = max(now, last.at + motors.model.minimumInterval) }
    motors.set(level, at: now)
    steps.append(Drive.Step(at: now, level: level))
  }

  /// Leaves the level as it is until `moment`.
  mutating func advance(to moment: Duration) { now = max(now, moment) }

  var drive: Drive { Drive(steps, end: now) }
}
