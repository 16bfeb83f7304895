internal import CHapticLinux
internal import HapticSystem

/// Makes presses from the events of an input node.
struct ButtonPresses {
  /// The analog triggers by their axes. If there are any, buttons are ignored.
  private var triggers: [UInt16: AnalogTrigger]
  /// The times at which the pressed keys were pressed.
  private var held: [UInt16: Instant] = [:]

  init(_ triggers: [UInt16: AnalogTrigger] = [:]) { self.triggers = triggers }

  /// Whether a press has begun and not ended.
  var isHeld: Bool { !held.isEmpty || triggers.values.contains { $0.isPressed } }

  /// - Returns: the press that ends with this event; nil if none does.
  mutating func press(after event: InputNode.Event) -> TapRecording.Press? {
    if event.isDropped { held = [:] }
    switch (event.type, event.value) {
    case (EV_ABS, let depth): return triggers[event.code]?.press(at: depth, event.time)
    case (EV_KEY, 1) where triggers.isEmpty: held[event.code] = event.time
    case (EV_KEY, 0) where triggers.isEmpty:
      return held.removeValue(forKey: event.code).map { TapRecording.Press(start: $0, end: event.time) }
    // Other events, and keys that repeat.
    default: break
    }
    return nil
  }
}

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
