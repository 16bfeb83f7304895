/// A stretch of vibration that is being drawn.
///
/// Times are milliseconds of real time since the rendition's start.
struct VibrationStroke {
  let began: Double
  /// The intended end of the last drawn passage.
  var due: Double
  /// The last drawn passage.
  var passage: Passage
  var selection: MotorSelection
  /// The drive that the motors of the selection get.
  var held: Double

  /// Returns the last passage, extended by `extra` milliseconds, and so that the whole stretch has at least the given length,
  /// which is the shortest one that is felt.
  func extended(to milliseconds: Double, lag: Double, by extra: Double) -> Passage {
    var passage = passage
    passage.end = max(due + extra, began + milliseconds - lag)
    return passage
  }
}
