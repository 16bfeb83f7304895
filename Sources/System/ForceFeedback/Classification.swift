internal import CHapticLinux
internal import HapticSystem

// The kind of a node decides whether it is driven.
//
// The udev rules of hapticd set it in HAPTIC_CLASS. Where they are not installed it is derived from the capability
// bits, so that a wheel is never taken for a pad: "rumble" on a wheel turns it in the driver's hands.

/// The capabilities of a device, from sysfs.
struct EvdevCapabilities: Equatable {
  var abilities: Abilities
  var events: Bitmap
  var keys: Bitmap
  var axes: Bitmap
}

extension Abilities {
  init(_ bitmap: Bitmap) { self.init { bitmap[$0] } }

  /// The effects among the codes that a device has.
  init(_ hasCode: (Int32) -> Bool) {
    self.init()
    for code in Int32(0x40)...FF_MAX where hasCode(code) { insert(Abilities(code: UInt64(code))) }
    self = effects
  }
}

extension MotorKind {
  /// - Parameters:
  ///   - word: the property HAPTIC_CLASS; an unknown value is ignored.
  ///   - isTouchpad, isJoystick: ID_INPUT_TOUCHPAD and ID_INPUT_JOYSTICK of udev.
  init?(
    word: String?, _ capabilities: EvdevCapabilities, name: String, isTouchpad: Bool = false, isJoystick: Bool = false
  ) {
    if let known = word.flatMap(MotorKind.init(rawValue:)) {
      self = known
    } else {
      self.init(capabilities, name: name, isTouchpad: isTouchpad, isJoystick: isJoystick)
    }
  }

  private init?(_ capabilities: EvdevCapabilities, name: String, isTouchpad: Bool, isJoystick: Bool) {
    let abilities = capabilities.abilities
    if isTouchpad || abilities.contains(.touchpadClicks) {
      self = .touchpad
    } else if capabilities.events.isExactly(EV_SYN, EV_FF) {
      self = .vibrator
    } else if abilities.exertForces {
      self = capabilities.isSteered || isWheelName(name) ? .wheel : .joystick
    } else if isJoystick || capabilities.keys[BTN_GAMEPAD] {
      self = .gamepad
    } else {
      return nil
    }
  }

  /// The reason not to use nodes of this kind; nil if they are used.
  var reasonToIgnore: String? {
    switch self {
    case .wheel: "a steering wheel: rumble would turn it in the hands"
    case .joystick: "a force-feedback stick: rumble would push it"
    case .touchpad: "a touchpad clicks by its own waveforms"
    case .vibrator, .gamepad: nil
    }
  }
}

extension Abilities {
  /// Whether the device moves what the hand holds, instead of shaking it. Springs, dampers and centring depend on the position of a wheel
  /// or stick; a device with constant force and without rumble is an old wheel.
  fileprivate var exertForces: Bool {
    if !isDisjoint(with: .conditions) || contains(.autocentre) { return true }
    return contains(.constant) && !contains(.rumble)
  }
}

extension EvdevCapabilities {
  /// Whether the device has a steering axis or pedals.
  fileprivate var isSteered: Bool { axes[ABS_WHEEL] || axes[ABS_GAS] || axes[ABS_BRAKE] }
}

private func isWheelName(_ name: String) -> Bool {
  let words = name.lowercased().split(separator: " ")
  return ["wheel", "driving", "racing"].contains { words.contains($0) }
}
