/// One thing for the motors to do, on a line of its own: strokes do not overlap, unlike the events they come from.
struct Stroke: Equatable {
  enum Kind { case tap, hold }

  var kind: Kind
  /// When it is meant to be felt.
  var start: Duration
  var end: Duration
  /// As felt, 0...1, the user's strength included.
  var strength: Double
  var sharpness: Double
  /// Meant to be told from the stroke before it. Otherwise it begins where that one ends.
  var isSeparate = false
}
