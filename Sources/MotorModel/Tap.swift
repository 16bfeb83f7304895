/// One tap as it is meant. Times are milliseconds of real time since the rendition's start.
struct Tap: Equatable {
  /// Negative for one that had begun before.
  var start: Double
  /// How long it is meant to be felt.
  var length: Double
  /// As felt, 0...1, the user's strength included.
  var strength: Double
  var sharpness: Double
  /// When the next tap starts.
  var next: Double?
  /// Whether it follows another one, or is followed, so closely that no hand would count them.
  var isRolling = false

  var end: Double { start + length }

  func moved(to start: Double) -> Tap {
    var tap = self
    tap.start = start
    return tap
  }
}
