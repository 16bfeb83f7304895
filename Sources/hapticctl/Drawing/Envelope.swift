internal import Haptics
internal import MotorRendering

/// A strength from 0 to 1 over time, in equal steps from a start.
struct Envelope: Equatable {
  /// How far apart the values are where nobody says. Finer than any dot of a picture.
  static let step = Duration.microseconds(250)

  let values: [Double]
  /// The moment of the first value.
  let start: Duration
  let step: Duration

  init(_ values: [Double], from start: Duration = .zero, every step: Duration = Self.step) {
    self.values = values
    self.start = start
    self.step = step
  }

  /// What `value` gives for moments in order.
  init(
    from start: Duration = .zero, to end: Duration, every step: Duration = Self.step, _ value: (Duration) -> Double
  ) {
    let count = end > start ? Int(((end - start) / step).rounded(.up)) : 0
    self.init((0..<count).map { value(start + step * $0) }, from: start, every: step)
  }

  /// What a pattern means, scaled by the intensity it is played at.
  init(intended pattern: Pattern, intensity: Double) {
    let score = Score(pattern)
    self.init(to: pattern.duration) { score.strength(at: $0).intensity.rawValue * intensity }
  }

  /// What a motor is told, as a fraction of `fullScale`; `magnitude` picks the motor.
  init(sent drive: Drive, _ fullScale: UInt16, _ magnitude: (Level) -> UInt16) {
    var walk = DriveWalk(drive)
    self.init(to: drive.duration) { min(Double(magnitude(walk.level(at: $0))) / Double(fullScale), 1) }
  }

  /// What a hand feels when the motors follow as `model` says, until they are at rest.
  init(felt drive: Drive, by model: MotorModel) { self.init(model.felt(drive, every: Self.step).samples) }

  /// The moment of a value.
  func moment(_ position: Int) -> Duration { start + step * position }

  /// Weaker than this is not drawn: a fiftieth of full strength.
  static let unfelt = 0.02

  /// From time zero to the end of the last value above `threshold`.
  func length(above threshold: Double) -> Duration {
    guard let last = values.lastIndex(where: { $0 > threshold }) else { return .zero }
    return start + step * (last + 1)
  }

  /// The highest value within a stretch of time, so that no pulse is too short to be drawn; 0 outside the values.
  func peak(from start: Duration, to end: Duration) -> Double {
    let first = Int(((start - self.start) / step).rounded(.down))
    let last = max(first + 1, Int((end - self.start) / step))
    let within = (max(first, 0)..<max(last, 0)).clamped(to: values.indices)
    return values[within].max() ?? 0
  }
}

/// The levels of a drive for moments that come in order, without searching for each.
struct DriveWalk {
  private var coming: ArraySlice<Drive.Step>
  private var level = Level.off

  init(_ drive: Drive) { coming = drive.steps[...] }

  /// The level at `moment`, which must not be before the one asked for last.
  mutating func level(at moment: Duration) -> Level {
    while let step = coming.first, step.at <= moment {
      level = step.level
      coming.removeFirst()
    }
    return level
  }
}
