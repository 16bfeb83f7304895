/// A stretch of time with one vibration in it, or with none: what is meant, for no motor in particular.
///
/// Times are milliseconds of real time since the rendition's start.
struct Passage: Equatable {
  var start: Double
  /// Infinite where nothing more is known to come.
  var end: Double
  /// As felt, 0...1, the user's strength included; 0 for silence.
  var strength: Double
  var sharpness: Double
  /// A piece of a slope: its neighbours go on where it ends.
  var isSloping = false
}
