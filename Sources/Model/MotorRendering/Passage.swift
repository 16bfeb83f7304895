/// A period with one vibration or with silence, independent of the motor.
///
/// Times are milliseconds of real time since the rendition's start.
struct Passage: Equatable {
  var start: Double
  /// Infinity if nothing follows.
  var end: Double
  /// The intended felt strength, 0...1, with the user's strength setting applied; 0 for silence.
  var strength: Double
  var sharpness: Double
  /// Whether the passage is a part of a slope, which the adjacent passages continue.
  var isSloping = false
}
