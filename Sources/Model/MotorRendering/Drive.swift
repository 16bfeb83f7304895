public import HapticPatterns
@_exported public import MotorOutput

/// The levels of an actuator over time; each level holds until the next step.
///
/// A drive is computed when a feedback is prepared. Playing it reads `steps` and allocates nothing.
public struct Drive: Hashable, Sendable {
  /// A level with its start.
  public struct Step: Hashable, Sendable {
    /// The time since the start of the drive.
    public let at: Duration
    public let level: Level

    public init(at time: Duration, level: Level) {
      self.at = time
      self.level = level
    }
  }

  /// The steps in order of time; two consecutive steps always differ in level. Empty, or ends with a step to `.off`.
  public let steps: [Step]
  /// The time from the first step until the first stroke reaches its intended strength, 0...100 ms. A scheduled drive
  /// starts earlier by this time.
  public let lead: Duration

  /// Creates a drive from steps in any order.
  ///
  /// Drops steps that do not change the level, and adds a stop at `end` if the last step is not a stop. Of two steps at
  /// the same time, the later one in the list is kept. If `end` is before the last step, that step becomes the stop.
  public init(_ steps: [Step], end: Duration, lead: Duration = .zero) {
    var kept: [Step] = []
    for step in steps.sorted(by: { $0.at < $1.at }) { Self.append(step, to: &kept) }
    if let last = kept.last, last.level != .off { Self.append(Step(at: max(end, last.at), level: .off), to: &kept) }
    self.steps = kept
    self.lead = lead
  }

  private static func append(_ step: Step, to steps: inout [Step]) {
    if steps.last?.at == step.at { steps.removeLast() }
    if step.level != steps.last?.level ?? .off { steps.append(step) }
  }

  /// A drive without steps.
  public static let empty = Drive([], end: .zero)

  public var isEmpty: Bool { steps.isEmpty }

  /// The time of the final stop; zero for the empty drive.
  public var duration: Duration { steps.last?.at ?? .zero }

  /// The level at `moment`; `.off` before the first step.
  public func level(at moment: Duration) -> Level { steps.last { $0.at <= moment }?.level ?? .off }

  /// The length of step `index`; zero for the last step, which is the stop.
  public func length(ofStep index: Int) -> Duration {
    index + 1 < steps.count ? steps[index + 1].at - steps[index].at : .zero
  }

  /// The lease of step `index`.
  public func lease(ofStep index: Int) -> Lease { Lease(for: length(ofStep: index)) }

  /// The effects to upload before the drive can play without uploads, without duplicates, in order of first use.
  public var palette: [LeasedLevel] {
    var palette: [LeasedLevel] = []
    for (index, step) in steps.enumerated() where step.level != .off {
      let leased = LeasedLevel(step.level, lease(ofStep: index))
      if !palette.contains(leased) { palette.append(leased) }
    }
    return palette
  }
}

extension MotorModel {
  /// Renders `pattern` to a drive for this actuator.
  ///
  /// Levels come from a small palette, so that they repeat. A mass on a spring follows each event at its time. On slower
  /// motors, a tap is delayed by up to 120 ms to stay distinct from the tap before it, and a vibration ends earlier before
  /// the next one; a train of taps that is too fast for the motor keeps its times and becomes a modulated vibration. The
  /// drive ends after ten minutes; render longer patterns with `Rendition`. Allocates: use it to prepare, not to play.
  ///
  /// - Parameter intensity: scales the felt strength, 0...1 (clamped). At 0.5 everything feels half as strong; events
  ///   that would become too weak to feel get the weakest strength that the actuator can make felt. At 0 the drive is
  ///   empty.
  public func drive(for pattern: Pattern, intensity: Double = 1) -> Drive {
    var work = WorkBudget.unlimited
    return drive(for: Score(pattern), intensity: intensity, &work) ?? .empty
  }

  /// Renders `score` to a drive within a work budget.
  ///
  /// - Returns: the drive, or nil if the budget is spent before the end.
  public func drive(for score: Score, intensity: Double, _ work: inout WorkBudget) -> Drive? {
    drive(for: score, intensity: intensity, reasons: nil, &work).drive
  }

  /// - Parameter reasons: takes what decided each step; nil if nobody asks for it.
  func drive(
    for score: Score, intensity: Double, reasons: [Duration: StepReason]?, _ work: inout WorkBudget
  ) -> (drive: Drive?, reasons: [Duration: StepReason]?) {
    var rendition = Rendition(
      score, on: self, to: score.duration > Self.longestDrive ? Self.longestDrive : nil, strength: intensity)
    rendition.reasons = reasons
    let steps = rendition.draw(until: .seconds(3 * 3600), &work)
    let drive = rendition.isFinished ? Drive(steps, end: rendition.drawnUntil, lead: rendition.lead) : nil
    return (drive, rendition.reasons)
  }

  /// The longest drive. It exceeds any feedback, and limits the memory and time that one pattern can cost.
  private static let longestDrive = Duration.seconds(600)
}
