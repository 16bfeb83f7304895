public import HapticPatterns

extension MotorModel {
  /// Renders `pattern` to a drive for this actuator.
  ///
  /// Levels come from a small palette, so that they repeat. If events that must stay distinct follow each other faster
  /// than the motors come to rest, later ones are delayed by up to 120 ms. In a dense train of taps the limit is 12 ms,
  /// and a tap that would need more is dropped. The drive ends after ten minutes; render longer patterns with
  /// `Rendition`. Allocates: use it to prepare, not to play.
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
    var rendition = Rendition(
      score, on: self, to: score.duration > Self.longestDrive ? Self.longestDrive : nil, strength: intensity)
    let steps = rendition.draw(until: .seconds(3 * 3600), &work)
    return rendition.isFinished ? Drive(steps, end: rendition.drawnUntil, lead: rendition.lead) : nil
  }

  /// The longest drive. It exceeds any feedback, and limits the memory and time that one pattern can cost.
  private static let longestDrive = Duration.seconds(600)
}
