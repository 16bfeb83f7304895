public import HapticPatterns

extension MotorModel {
  /// The drive that makes this actuator feel like `pattern`: a rendition drawn to its end.
  ///
  /// `intensity` scales what is felt, 0...1 (clamped): at one half everything feels half as strong, and what would be
  /// too weak to feel is as weak as the actuator can be felt at all. At 0 the drive is empty.
  ///
  /// Levels are taken from a small palette, so that they repeat. Where events that are meant to be told apart follow
  /// each other faster than the motors come to rest, later ones are delayed, at most by 120 ms; one that would have to
  /// wait longer is left out. What lies beyond ten minutes is not drawn: long patterns are for renditions. Allocates;
  /// meant for preparing, not for playing.
  public func drive(for pattern: Pattern, intensity: Double = 1) -> Drive {
    var work = WorkBudget.unlimited
    return drive(for: Score(pattern), intensity: intensity, &work) ?? .empty
  }

  /// The same within a budget; nil where it is spent first.
  public func drive(for score: Score, intensity: Double, _ work: inout WorkBudget) -> Drive? {
    var rendition = Rendition(
      score, on: self, to: score.duration > Self.longestDrive ? Self.longestDrive : nil, strength: intensity)
    let steps = rendition.draw(until: .seconds(3 * 3600), &work)
    return rendition.isFinished ? Drive(steps, end: rendition.drawnUntil, lead: rendition.lead) : nil
  }

  /// Far beyond any feedback, and a bound for the memory and time that one pattern can cost.
  private static let longestDrive = Duration.seconds(600)
}
