/// One tap as it is meant. Times are milliseconds of real time since the rendition's start.
struct Tap: Equatable {
  /// Negative for one that had begun before.
  var start: Double
  /// How long it is meant to be felt.
  let length: Double
  /// As felt, 0...1, the user's strength included.
  var strength: Double
  var sharpness: Double
  /// In the score's taps.
  var position: Int
  /// From the tap before it, and to the one after it.
  var before = Double.infinity
  var after = Double.infinity
  /// The part of its strength that it must keep, so that it stays stronger than a weaker neighbour.
  var least = 0.0
  /// Whether it follows another one, or is followed, so closely that no hand would count them.
  var isRolling = false

  init(start: Double, length: Double, strength: Double, sharpness: Double, position: Int = 0) {
    self.start = start
    self.length = length
    self.strength = strength
    self.sharpness = sharpness
    self.position = position
  }

  /// What the skin is meant to feel of it: of something so short, a part of its strength.
  var felt: Double { strength * Skin.peak(ofTap: length) }

  var end: Double { start + length }

  func moved(to start: Double) -> Tap {
    var tap = self
    tap.start = start
    return tap
  }
}
