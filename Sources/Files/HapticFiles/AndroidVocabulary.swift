internal import Glibc
internal import HapticPatterns

// Android describes its effects in words and leaves the rest to the vendor of each phone. The words are quoted here.
// The lengths of primitives are those that the tests of Google's own vibrator expect (12...20 ms, 300, 130, 150, 500,
// 100 ms). Strengths are 0.5, 0.7 and 1, which Android recommends for a weak, a medium and a strong version.

/// Android's predefined effects and primitives as patterns.
enum AndroidVocabulary {
  static let weak = Intensity(0.5)
  static let medium = Intensity(0.7)
  static let strong = Intensity(1)
  /// Weaker than `weak` by the ratio that Android recommends for a noticeable difference.
  static let faint = Intensity(0.5 / 1.4)

  /// The interval of a double click: Android substitutes two clicks of 30 ms with 100 ms between them.
  static let doubleClickGap = Duration.milliseconds(130)

  /// The predefined effects with a defined meaning; ringtones have none.
  static let effects: [String: [Event]] = [
    // "A click effect. Use this effect as a baseline."
    "click": [tap(medium, 0.7)],
    // "This effect is less strong compared to EFFECT_CLICK."
    "tick": [tap(weak, 0.9)],
    // "This effect is stronger than EFFECT_CLICK."
    "heavy_click": [tap(strong, 0.5)],
    // "A double click effect."
    "double_click": [tap(medium, 0.7), tap(medium, 0.7, at: doubleClickGap)],
    // Hidden: for textures, in quick succession.
    "texture_tick": [tap(faint, 0.9)],
    // Hidden: a pop, duller than a click.
    "pop": [tap(weak, 0.4)],
    // Hidden: the primitive.
    "thud": [primitives["thud"]!.event(at: .zero, scale: 1)],
  ]

  static let primitives: [String: Primitive] = [
    // "This effect should produce a sharp, crisp click sensation."
    "click": Primitive(shape: .tap, intensity: strong, sharpness: 0.8),
    // "This very short effect should produce a light crisp sensation intended to be used repetitively."
    "tick": Primitive(shape: .tap, intensity: weak, sharpness: 0.9),
    // "This very short low frequency effect should produce a light crisp sensation intended to be used repetitively."
    "low_tick": Primitive(shape: .tap, intensity: weak, sharpness: 0.2),
    // "A haptic effect that simulates downwards movement with gravity. Often followed by extra energy of hitting."
    "thud": Primitive(shape: .fall(.milliseconds(300)), intensity: strong, sharpness: 0.1),
    // "A haptic effect that simulates spinning momentum."
    "spin": Primitive(shape: .swell(.milliseconds(130)), intensity: strong, sharpness: 0.3),
    // "A haptic effect that simulates quick upward movement against gravity."
    "quick_rise": Primitive(shape: .rise(.milliseconds(150)), intensity: strong, sharpness: 0.5),
    // "A haptic effect that simulates slow upward movement against gravity."
    "slow_rise": Primitive(shape: .rise(.milliseconds(500)), intensity: strong, sharpness: 0.4),
    // "A haptic effect that simulates quick downwards movement with gravity."
    "quick_fall": Primitive(shape: .fall(.milliseconds(100)), intensity: strong, sharpness: 0.4),
  ]

  private static func tap(_ intensity: Intensity, _ sharpness: Sharpness, at time: Duration = .zero) -> Event {
    Event(.transient, at: time, intensity: intensity, sharpness: sharpness)
  }
}

/// A primitive: its shape over time.
struct Primitive {
  enum Shape {
    case tap
    /// Rises from 0 to full strength, then ends.
    case rise(Duration)
    /// Starts at full strength and falls.
    case fall(Duration)
    /// Rises for half of the time and falls for the other half.
    case swell(Duration)
  }

  let shape: Shape
  let intensity: Intensity
  let sharpness: Sharpness

  /// The length; the next primitive starts after it.
  var duration: Duration {
    switch shape {
    case .tap: Event.transientDuration(sharpness)
    case .rise(let length), .fall(let length), .swell(let length): length
    }
  }

  /// Returns the event; `scale` 0...1 scales its strength.
  func event(at time: Duration, scale: Double) -> Event {
    let (kind, envelope): (Event.Kind, Envelope) =
      switch shape {
      case .tap: (.transient, .standard)
      case .rise(let length): (.continuous(duration: length), Envelope(attack: .swelling(for: length)))
      case .fall(let length):
        (.continuous(duration: length), Envelope(decay: .decaying(for: length), isSustained: false))
      case .swell(let length):
        (
          .continuous(duration: length / 2),
          Envelope(attack: .swelling(for: length / 2), release: .swelling(for: length / 2))
        )
      }
    return Event(
      kind, at: time, intensity: intensity * Intensity(scale), sharpness: sharpness, envelope: envelope)
  }
}

extension Double {
  /// Returns the value of an envelope for an attack or release of this length.
  fileprivate static func swelling(for length: Duration) -> Double {
    decaying(for: length + Envelope.decayTime(0))
  }

  /// Returns the value of an envelope for a decay of this length; times grow exponentially with the value.
  fileprivate static func decaying(for length: Duration) -> Double {
    let (shortest, longest) = (Envelope.decayTime(0), Envelope.decayTime(1))
    return log(length / shortest) / log(longest / shortest)
  }
}
