public import HapticPatterns

/// What decided a step of a drive.
public struct StepReason: Equatable, Sendable {
  public enum Decision: Equatable, Sendable {
    /// The push of a tap.
    case tap
    /// More drive than the level of a vibration, until its strength is reached.
    case kick
    /// The level of a vibration; on a motor without levels, a phase of it.
    case level
    /// The end of a push.
    case release
    /// A gap before the next event, which would not be felt apart without it.
    case gap
    /// Silence follows.
    case silence
  }

  public let decision: Decision
  /// The intended strength, 0...1, with the intensity of the play; 0 for a step that ends something.
  public let strength: Double
  /// The index of the event of a tap; nil for vibrations.
  public let tap: Int?
}

extension MotorModel {
  /// Renders `pattern` like `drive(for:intensity:)`, and returns what decided each step, by the times of the steps.
  public func explainedDrive(for pattern: Pattern, intensity: Double = 1) -> (
    drive: Drive, reasons: [Duration: StepReason]
  ) {
    var work = WorkBudget.unlimited
    let score = Score(pattern)
    let (drive, reasons) = drive(for: score, intensity: intensity, reasons: [:], &work)
    // Renditions know taps by their numbers in the score.
    let named = (reasons ?? [:]).mapValues {
      StepReason(decision: $0.decision, strength: $0.strength, tap: $0.tap.map { score.taps[$0] })
    }
    return (drive ?? .empty, named)
  }
}
