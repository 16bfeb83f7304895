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

    public init(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .other
      case 1: self = .vibrator
      case 2: self = .gamepad
      case 3: self = .wheel
      case 4: self = .joystick
      case 5: self = .touchpad
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .other: 0
      case .vibrator: 1
      case .gamepad: 2
      case .wheel: 3
      case .joystick: 4
      case .touchpad: 5
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .other: "other"
      case .vibrator: "vibrator"
      case .gamepad: "gamepad"
      case .wheel: "wheel"
      case .joystick: "joystick"
      case .touchpad: "touchpad"
      case .unknown(let number): "kind \(number)"
      }
    }

    public static let allCases = (0...5 as ClosedRange<UInt8>).map { Kind(rawValue: $0) }
  }
}
