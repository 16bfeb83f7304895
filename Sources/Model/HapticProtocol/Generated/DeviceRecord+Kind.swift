// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The kind of device.
  public enum Kind: OpenSet {
    /// A device of another kind.
    case other
    /// The motor of a phone or tablet.
    case vibrator
    /// A gamepad with rumble motors.
    case gamepad
    /// A steering wheel.
    case wheel
    /// A joystick with force feedback.
    case joystick
    /// A touchpad with haptic clicks.
    case touchpad
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .other: (0, "other")
      case .vibrator: (1, "vibrator")
      case .gamepad: (2, "gamepad")
      case .wheel: (3, "wheel")
      case .joystick: (4, "joystick")
      case .touchpad: (5, "touchpad")
      case .unknown(let number): (number, "kind \(number)")
      }
    }

    public static let allCases: [Kind] = [.other, .vibrator, .gamepad, .wheel, .joystick, .touchpad]
  }
}
