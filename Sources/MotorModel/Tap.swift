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
  /// From the tap before it, and to the one after it.
  var before = Double.infinity
  var after = Double.infinity
  /// Whether it follows another one, or is followed, so closely that no hand would count them.
  var isRolling = false

  var end: Double { start + length }

  func moved(to start: Double) -> Tap {
    var tap = self
    tap.start = start
    return tap
  }
}
