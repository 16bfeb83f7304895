public import HapticPatterns

/// The decisions of a rendition: what decided each step, and what became of each tap.
///
/// A rendition records them only if it is asked to, for those who explain a drive.
public struct RenditionRecord: Equatable, Sendable {
  /// The reasons of the steps, by their times.
  public internal(set) var reasons: [Duration: StepReason] = [:]
  /// What became of the taps, by the index of the event. Taps that are missing are felt as one with others: merged with
  /// a tap closer than 10 ms, or part of a roll, which is one vibration.
  public internal(set) var fates: [Int: TapFate] = [:]
}

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

/// What became of a tap.
public enum TapFate: Equatable, Sendable {
  /// It has a push of its own, which is felt apart from the events before it.
  case apart
  /// It has a push, but the motor is still moving from the event before it.
  case crowded
  /// It has a push within a train that is too fast for the motor, and is felt as a vibration.
  case train
  /// It has no push: the vibration around it is as strong.
  case masked
}

extension MotorModel {
  /// Renders `pattern` like `drive(for:intensity:)`, and records the decisions.
  public func recordedDrive(for pattern: Pattern, intensity: Double = 1) -> (drive: Drive, record: RenditionRecord) {
    var work = WorkBudget.unlimited
    let score = Score(pattern)
    let (drive, drawn) = drive(for: score, intensity: intensity, record: RenditionRecord(), &work)
    // Renditions know taps by their numbers in the score.
    var record = RenditionRecord()
    record.reasons = (drawn?.reasons ?? [:]).mapValues {
      StepReason(decision: $0.decision, strength: $0.strength, tap: $0.tap.map { score.taps[$0] })
    }
    for (tap, fate) in drawn?.fates ?? [:] { record.fates[score.taps[tap]] = fate }
    return (drive ?? .empty, record)
  }
}
