// What kind of thing a node is, and whether it is ours to drive.
//
// Our udev rules say it in HAPTIC_CLASS. Where they are not installed the same is read from the capability bits, so
// that a wheel is never taken for a pad: "rumble" on a wheel is a torque on the hands that steer.

/// What sysfs says a device can do.
struct Capabilities: Equatable {
  var abilities: Abilities
  var events: Bitmap
  var keys: Bitmap
  var axes: Bitmap
}

/// A bitmap as sysfs prints it: hexadecimal words of the machine's size, the most significant first.
struct Bitmap: Equatable {
  private var words: [UInt]

  init(_ text: String) {
    words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  subscript(bit: Int) -> Bool {
    let (word, place) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] >> UInt(place) & 1 == 1
  }

  /// Whether these bits are set and no others.
  func isExactly(_ bits: Int...) -> Bool {
    bits.allSatisfy { self[$0] } && words.reduce(0) { $0 + $1.nonzeroBitCount } == bits.count
  }
}

extension Abilities {
  init(_ bitmap: Bitmap) {
    self.init()
    for code in 0x40..<0x80 where bitmap[code] { insert(Abilities(code: UInt64(code))) }
    self = effects
  }
}

extension NodeDescription.Kind {
  /// - Parameters:
  ///   - word: the property HAPTIC_CLASS, which is believed where it is one of ours.
  ///   - isTouchpad, isJoystick: udev's own ID_INPUT_TOUCHPAD and ID_INPUT_JOYSTICK.
  init(
    word: String?, _ capabilities: Capabilities, name: String, isTouchpad: Bool = false, isJoystick: Bool = false
  ) {
    switch word {
    case "vibrator": self = .vibrator
    case "gamepad": self = .gamepad
    case "wheel": self = .wheel
    case "joystick": self = .joystick
    case "touchpad": self = .touchpad
    default: self.init(capabilities, name: name, isTouchpad: isTouchpad, isJoystick: isJoystick)
    }
  }

  private init(_ capabilities: Capabilities, name: String, isTouchpad: Bool, isJoystick: Bool) {
    let abilities = capabilities.abilities
    if isTouchpad || abilities.contains(.touchpadClicks) {
      self = .touchpad
    } else if capabilities.events.isExactly(Event.synchronisation, Event.forceFeedback) {
      self = .vibrator
    } else if abilities.pushAgainstTheHand {
      self = capabilities.isSteered || isWheelName(name) ? .wheel : .joystick
    } else if isJoystick || capabilities.keys[Key.gamepad] {
      self = .gamepad
    } else {
      self = .unknown
    }
  }

  /// Why nodes of this kind are left alone; nil where they are used.
  var reasonToLeaveAlone: String? {
    switch self {
    case .wheel: "a steering wheel: rumble would turn it in the hands"
    case .joystick: "a force-feedback stick: rumble would push it"
    case .touchpad: "a touchpad clicks by its own waveforms"
    case .unknown, .vibrator, .gamepad: nil
    }
  }
}

extension Abilities {
  /// Springs, dampers and centring act on where a wheel or stick is; a constant force without rumble is an old wheel's.
  fileprivate var pushAgainstTheHand: Bool {
    if !isDisjoint(with: .conditions) || contains(.autocentre) { return true }
    return contains(.constant) && !contains(.rumble)
  }
}

extension Capabilities {
  /// A steering axis, or pedals.
  fileprivate var isSteered: Bool { axes[Axis.wheel] || axes[Axis.gas] || axes[Axis.brake] }
}

private func isWheelName(_ name: String) -> Bool {
  let words = name.lowercased().split(separator: " ")
  return ["wheel", "driving", "racing"].contains { words.contains($0) }
}

/// Codes of linux/input-event-codes.h.
private enum Event {
  static let synchronisation = 0x00
  static let forceFeedback = 0x15
}
private enum Key { static let gamepad = 0x130 }
private enum Axis {
  static let wheel = 0x08
  static let gas = 0x09
  static let brake = 0x0a
}
