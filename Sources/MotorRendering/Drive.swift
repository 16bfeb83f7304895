/// What is asked of the motors over time: levels, each of which holds until the next one.
///
/// Made when a feedback is prepared; walking it later reads `steps` and allocates nothing.
public struct Drive: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    /// From the start of the drive.
    public let at: Duration
    public let level: Level

    public init(at time: Duration, level: Level) {
      self.at = time
      self.level = level
    }
  }

  /// In order of time, no two alike in a row. Either empty, or ended by a step to `.off`.
  public let steps: [Step]
  /// From the first step to when its first stroke is felt as meant, 0...100 ms: what is scheduled is handed over earlier
  /// by this.
  public let lead: Duration

  /// Takes steps in any order, drops those that change nothing, and adds a stop at `end` if the last one is none.
  ///
  /// Of two steps at the same time the later one in the list counts. An `end` before the last step cuts nothing: that
  /// step becomes the stop.
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

  /// Nothing to feel.
  public static let empty = Drive([], end: .zero)

  public var isEmpty: Bool { steps.isEmpty }

  /// When the motors are switched off for good; zero for the empty drive.
  public var duration: Duration { steps.last?.at ?? .zero }

  /// The level at `moment`; `.off` before the first step.
  public func level(at moment: Duration) -> Level {
    var level = Level.off
    for step in steps {
      if step.at > moment { break }
      level = step.level
    }
    return level
  }

  /// How long step `index` lasts; zero for the last one, which is the stop.
  public func length(ofStep index: Int) -> Duration {
    index + 1 < steps.count ? steps[index + 1].at - steps[index].at : .zero
  }
}
