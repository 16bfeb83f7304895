internal import Haptics
internal import MotorRendering

/// A strength from 0 to 1 over time, sampled at a constant step from a start.
struct SampledStrength: Equatable {
  /// The default step, finer than a dot of any picture.
  static let step = Duration.microseconds(250)

  let values: [Double]
  let start: Duration
  let step: Duration

  init(_ values: [Double], from start: Duration = .zero, every step: Duration = Self.step) {
    self.values = values
    self.start = start
    self.step = step
  }

  /// Samples `value` at increasing times from `start` to `end`.
  init(
    from start: Duration = .zero, to end: Duration, every step: Duration = Self.step, _ value: (Duration) -> Double
  ) {
    let count = end > start ? Int(((end - start) / step).rounded(.up)) : 0
    self.init((0..<count).map { value(start + step * $0) }, from: start, every: step)
  }

  init(intended pattern: Pattern) {
    var walk = ScoreWalk(Score(pattern))
    self.init(to: pattern.duration) { walk.strength(at: $0).intensity.rawValue }
  }

  /// The commands to a motor, as a fraction of `fullScale`; `magnitude` selects the motor.
  init(sent drive: Drive, _ fullScale: UInt16, _ magnitude: (Level) -> UInt16) {
    var walk = DriveWalk(drive)
    self.init(to: drive.duration) { walk.share(at: $0, of: fullScale, magnitude) }
  }

  /// The felt strength until the motors are at rest, computed by `model`.
  init(felt drive: Drive, by model: MotorModel) { self.init(model.felt(drive, every: Self.step).samples) }

  func moment(_ position: Int) -> Duration { start + step * position }

  /// The threshold below which a strength is not drawn: a fiftieth of full strength.
  static let unfelt = 0.02

  /// The time from zero to the end of the last value above `threshold`.
  func length(above threshold: Double) -> Duration {
    guard let last = values.lastIndex(where: { $0 > threshold }) else { return .zero }
    return start + step * (last + 1)
  }

  /// The maximum within a time range, so that even a short pulse is drawn; 0 outside the values.
  func peak(from start: Duration, to end: Duration) -> Double {
    let first = Int(((start - self.start) / step).rounded(.down))
    let last = max(first + 1, Int((end - self.start) / step))
    let within = (max(first, 0)..<max(last, 0)).clamped(to: values.indices)
    return values[within].max() ?? 0
  }
}

/// The levels of a drive at increasing times, found without a search.
struct DriveWalk {
  private var coming: ArraySlice<Drive.Step>
  private var level = Level.off

  init(_ drive: Drive) { coming = drive.steps[...] }

  /// The level at `moment`. The times of successive calls must not decrease.
  mutating func level(at moment: Duration) -> Level {
    while let step = next(until: moment) { level = step.level }
    return level
  }

  /// Takes the next step if it is at `moment` or before; otherwise returns nil.
  mutating func next(until moment: Duration) -> Drive.Step? {
    coming.first.map { $0.at <= moment } == true ? coming.removeFirst() : nil
  }

  /// The command to a motor at `moment`, as a fraction of `fullScale`; `magnitude` selects the motor.
  mutating func share(at moment: Duration, of fullScale: UInt16, _ magnitude: (Level) -> UInt16) -> Double {
    min(Double(magnitude(level(at: moment))) / Double(fullScale), 1)
  }
}
