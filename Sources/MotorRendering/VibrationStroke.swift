/// A stretch of vibration that is being drawn.
///
/// Times are milliseconds of real time since the rendition's start.
struct VibrationStroke {
  let began: Double
  /// What was drawn last.
  var passage: Passage
  var voice: Voice
  /// The drive that the voice's motors get.
  var held: Double

  /// What is left to draw of a stretch that was shorter than a hand notices.
  func extended(to milliseconds: Double, lag: Double) -> Passage {
    var passage = passage
    passage.end = max(passage.end, began + milliseconds - lag)
    return passage
  }
}
