internal import HapticSystem

/// Makes presses from the events of an input node.
struct ButtonPresses {
  /// An event of a node.
  enum Input: Equatable {
    /// A key or a button: 1 pressed, 0 released, 2 repeated.
    case key(UInt16, Int32)
    case axis(UInt16, Int32)
    /// Events were lost.
    case dropped
    case other
  }

  /// The analog triggers by their axes. If there are any, buttons are ignored.
  private var triggers: [UInt16: AnalogTrigger]
  /// The times at which the pressed keys were pressed.
  private var held: [UInt16: Instant] = [:]

  init(_ triggers: [UInt16: AnalogTrigger] = [:]) { self.triggers = triggers }

  /// Whether a press has begun and not ended.
  var isHeld: Bool { !held.isEmpty || triggers.values.contains { $0.isPressed } }

  /// - Returns: the press that ends with this event; nil if none does.
  mutating func press(after input: Input, at time: Instant) -> TapRecording.Press? {
    switch input {
    case .axis(let code, let value): return triggers[code]?.press(at: value, time)
    case .key(let code, 1) where triggers.isEmpty: held[code] = time
    case .key(let code, 0) where triggers.isEmpty:
      return held.removeValue(forKey: code).map { TapRecording.Press(start: $0, end: time) }
    case .dropped: held = [:]
    case .key, .other: break
    }
    return nil
  }
}
