/// A simulation of the motors of an actuator, command by command.
///
/// Time starts at zero and never decreases; an earlier time counts as the latest time seen. Allocates nothing.
public struct MotorSimulation: Sendable {
  public let model: MotorModel
  /// The present level.
  public private(set) var level = Level.off
  /// The time of the last command; nil before the first command. Negative after `rebased(to:)`.
  public private(set) var lastCommand: Duration?
  private var time = Duration.zero
  private var drive = (strong: 0.0, weak: 0.0)
  private var reached = (strong: 0.0, weak: 0.0)

  /// Creates motors at rest.
  public init(_ model: MotorModel) { self.model = model }

  /// Commands `level` at `moment`; it holds until the next command.
  public mutating func set(_ level: Level, at moment: Duration) {
    if level == self.level, moment >= time {
      // The motors go on; their start must not begin again.
      lastCommand = max(lastCommand ?? moment, moment)
      return
    }
    reached = amplitudes(at: moment)
    time = max(time, moment)
    lastCommand = time
    self.level = level
    drive = model.drives(of: level)
  }

  /// Returns the same motors with time zero at `moment`, which must not be before the last command.
  public func rebased(to moment: Duration) -> MotorSimulation {
    var motors = self
    motors.reached = amplitudes(at: moment)
    motors.time = .zero
    motors.lastCommand = lastCommand.map { $0 - max(moment, time) }
    return motors
  }

  /// Whether both simulations have the same state at their time zero: the same level, the same time of the last
  /// command, and amplitudes that differ by less than 0.01, which is not noticeable.
  public func isLike(_ other: MotorSimulation) -> Bool {
    let (mine, others) = (amplitudes(at: .zero), other.amplitudes(at: .zero))
    return level == other.level && lastCommand == other.lastCommand
      && abs(mine.strong - others.strong) < 0.01 && abs(mine.weak - others.weak) < 0.01
  }

  /// Returns the felt strength at `moment` without further commands, 0...1.
  public func strength(at moment: Duration) -> Double {
    model.perception.strength(ofAmplitude: amplitude(at: moment))
  }

  /// Returns the combined amplitude of both motors at `moment`.
  func amplitude(at moment: Duration) -> Double { model.combined(amplitudes(at: moment)) }

  /// Returns the combined acceleration of both motors at `moment`, as a fraction of the full one.
  func acceleration(at moment: Duration) -> Double { model.combined(accelerations(at: moment)) }

  /// Returns the amplitude of each motor at `moment`, as a fraction of its full vibration, 0...1; the weak one is 0 on
  /// a device with one motor.
  public func amplitudes(at moment: Duration) -> (strong: Double, weak: Double) {
    let elapsed = max(moment - time, .zero).inMilliseconds
    return (
      strong: model.strong.amplitude(from: reached.strong, drive: drive.strong, after: elapsed),
      weak: model.weak?.amplitude(from: reached.weak, drive: drive.weak, after: elapsed) ?? 0
    )
  }

  /// Returns the acceleration of each motor's vibration at `moment`, as a fraction of that of its full vibration,
  /// 0...1: the quantity that an accelerometer measures. The weak one is 0 on a device with one motor.
  public func accelerations(at moment: Duration) -> (strong: Double, weak: Double) {
    let (strong, weak) = amplitudes(at: moment)
    return (model.strong.acceleration(strong), model.weak?.acceleration(weak) ?? 0)
  }
}
