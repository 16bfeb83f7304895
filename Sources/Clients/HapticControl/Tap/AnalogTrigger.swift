internal import HapticSystem

/// A trigger, whose press begins above a part of its way; the greatest depth is the intensity.
struct AnalogTrigger {
  private let least, most: Double
  private var start: Instant?
  private var depth = 0.0

  init(least: Int32, most: Int32) { (self.least, self.most) = (Double(least), Double(most)) }

  var isPressed: Bool { start != nil }

  /// - Returns: the press that ends with this value; nil if none does.
  mutating func press(at value: Int32, _ time: Instant) -> TapRecording.Press? {
    let share = min(max((Double(value) - least) / (most - least), 0), 1)
    guard let start else {
      if share >= Self.begin { (self.start, depth) = (time, share) }
      return nil
    }
    depth = max(depth, share)
    guard share < Self.end else { return nil }
    self.start = nil
    return TapRecording.Press(start: start, end: time, intensity: depth)
  }

  /// The shares of the way at which a press begins and ends; apart, so that a trembling finger makes one press.
  private static let (begin, end) = (0.15, 0.08)
}
