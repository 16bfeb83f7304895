/// One tap as it is meant. Times are milliseconds of real time since the rendition's start.
struct Tap: Equatable {
  /// Negative for one that had begun before.
  var start: Double
  /// How long it is meant to be felt.
  var length: Double
  /// As felt, 0...1, the user's strength included.
  var strength: Double
  var sharpness: Double
  /// In the score's taps.
  var position = 0

  var end: Double { start + length }
}
