internal import Haptics
internal import MotorModel

/// A strength from 0 to 1 over time, in equal steps from the start.
struct Envelope: Equatable {
  /// How far apart the values are. Finer than any dot of a picture.
  static let step = Duration.microseconds(250)

  let values: [Double]

  init(_ values: [Double]) { self.values = values }

  /// What a pattern means, scaled by the intensity it is played at.
  init(intended pattern: Pattern, intensity: Double) {
    values = Self.moments(until: pattern.duration).map { pattern.strength(at: $0).intensity.rawValue * intensity }
  }

  /// What a motor is told, as a fraction of `fullScale`; `magnitude` picks the motor.
  init(sent drive: Drive, _ fullScale: UInt16, _ magnitude: (Level) -> UInt16) {
    values = Self.moments(until: drive.duration).map { moment in
      min(Double(magnitude(drive.level(at: moment))) / Double(fullScale), 1)
    }
  }

  /// What a hand feels when the motors follow as `model` says, until they are at rest.
  init(felt drive: Drive, by model: MotorModel) { values = model.felt(drive, every: Self.step).samples }

  /// Weaker than this is not drawn: a fiftieth of full strength.
  static let unfelt = 0.02

  private static func moments(until end: Duration) -> [Duration] {
    Array(sequence(first: Duration.zero) { $0 + step }.prefix { $0 < end })
  }

  /// From the start to the last value above `threshold`.
  func length(above threshold: Double) -> Duration {
    guard let last = values.lastIndex(where: { $0 > threshold }) else { return .zero }
    return Self.step * (last + 1)
  }

  /// The highest value within a stretch of time, so that no pulse is too short to be drawn.
  func peak(from start: Duration, to end: Duration) -> Double {
    let first = Int(start / Self.step)
    let last = max(first + 1, Int(end / Self.step))
    guard first < values.count else { return 0 }
    return values[first..<min(last, values.count)].max() ?? 0
  }
}
