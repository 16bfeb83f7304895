/// The motors of an actuator in motion: the model run forwards, command by command.
///
/// Time starts at zero and only moves on; an earlier time counts as the latest one seen. Allocates nothing.
public struct MotorSimulation: Sendable {
  public let model: MotorModel
  /// The level in force.
  public private(set) var level = Level.off
  /// When it was commanded; nil before the first command. Negative after `rebased(to:)`.
  public private(set) var lastCommand: Duration?
  private var time = Duration.zero
  private var drive = (strong: 0.0, weak: 0.0)
  private var reached = (strong: 0.0, weak: 0.0)

  /// Motors at rest.
  public init(_ model: MotorModel) { self.model = model }

  /// Commands `level` at `moment`; it holds until the next command.
  public mutating func set(_ level: Level, at moment: Duration) {
    reached = amplitudes(at: moment)
    time = max(time, moment)
    lastCommand = time
    self.level = level
    drive = model.drives(of: level)
  }

  /// The same motors with time zero at `moment`, which must not be before the last command.
  public func rebased(to moment: Duration) -> MotorSimulation {
    var motors = self
    motors.reached = amplitudes(at: moment)
    motors.time = .zero
    motors.lastCommand = lastCommand.map { $0 - max(moment, time) }
    return motors
  }

  /// Whether these motors, at their time zero, are where others are at theirs: at the same level, commanded as long ago,
  /// and vibrating alike to a hundredth of their full vibration, which no hand tells apart.
  public func isLike(_ other: MotorSimulation) -> Bool {
    let (mine, others) = (amplitudes(at: .zero), other.amplitudes(at: .zero))
    return level == other.level && lastCommand == other.lastCommand
      && abs(mine.strong - others.strong) < 0.01 && abs(mine.weak - others.weak) < 0.01
  }

  /// How strong the vibration feels at `moment` if no further command comes, 0...1.
  public func strength(at moment: Duration) -> Double {
    model.perception.strength(ofAmplitude: amplitude(at: moment))
  }

  /// How far both motors together vibrate at `moment`.
  func amplitude(at moment: Duration) -> Double {
    let (strong, weak) = amplitudes(at: moment)
    let high = weak * model.weakGain
    return (strong * strong + high * high).squareRoot()
  }

  /// How far each motor vibrates at `moment`, 0...1 of its full vibration; the weak one of a single motor stays at 0.
  public func amplitudes(at moment: Duration) -> (strong: Double, weak: Double) {
    let elapsed = max(moment - time, .zero).inMilliseconds
    return (
      strong: model.strong.amplitude(from: reached.strong, drive: drive.strong, after: elapsed),
      weak: model.weak?.amplitude(from: reached.weak, drive: drive.weak, after: elapsed) ?? 0
    )
  }
}
