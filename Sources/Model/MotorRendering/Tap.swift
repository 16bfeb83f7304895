/// One intended tap. Times are milliseconds of real time since the rendition's start.
struct Tap: Equatable {
  /// Negative for a tap that began before the rendition.
  var start: Double
  /// The length of time in which the tap is felt.
  let length: Double
  /// The intended felt strength, 0...1, with the user's strength setting applied.
  var strength: Double
  var sharpness: Double
  /// The index in the score's taps.
  var position: Int
  /// The intervals to the previous and to the next tap.
  var before = Double.infinity
  var after = Double.infinity
  /// The fraction of its strength that the tap must keep to stay stronger than a weaker adjacent tap.
  var least = 0.0
  /// Whether the interval to an adjacent tap is too short for a user to count the taps.
  var isRolling = false

  init(start: Double, length: Double, strength: Double, sharpness: Double, position: Int = 0) {
    self.start = start
    self.length = length
    self.strength = strength
    self.sharpness = sharpness
    self.position = position
  }

  /// The intended felt strength after the skin's integration: a fraction of `strength`, because a tap is short.
  var felt: Double { strength * Skin.peak(ofTap: length) }

  var end: Double { start + length }

  func moved(to start: Double) -> Tap {
    var tap = self
    tap.start = start
    return tap
  }
}
