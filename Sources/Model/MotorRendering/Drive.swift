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
  public func level(at moment: Duration) -> Level {
    var level = Level.off
    for step in steps {
      if step.at > moment { break }
      level = step.level
    }
    return level
  }

  /// The length of step `index`; zero for the last step, which is the stop.
  public func length(ofStep index: Int) -> Duration {
    index + 1 < steps.count ? steps[index + 1].at - steps[index].at : .zero
  }
}
