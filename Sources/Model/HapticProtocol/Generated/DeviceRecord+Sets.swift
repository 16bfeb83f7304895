// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The state of a device.
  public enum State: OpenSet, NamedNumber {
    /// The device can play.
    case ready
    /// The device is being opened.
    case opening
    /// The daemon does not use devices of this kind.
    case ignored
    /// The daemon may not open the device.
    case noPermission
    /// The device cannot be used.
    case failed
    /// The device does not respond.
    case stalled
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .ready: (1, "ready")
      case .opening: (2, "opening")
      case .ignored: (3, "ignored")
      case .noPermission: (4, "noPermission")
      case .failed: (5, "failed")
      case .stalled: (6, "stalled")
      case .unknown(let number): (number, "state \(number)")
      }
    }

    public static let allCases: [State] = [.ready, .opening, .ignored, .noPermission, .failed, .stalled]
  }

  /// The kind of kernel driver; it determines whether calls can block.
  public enum Driver: OpenSet, NamedNumber {
    /// The kernel's software mixer, which never blocks.
    case memless
    /// A process, which may never answer.
    case uinput
    /// A driver with its own implementation, whose uploads wait for the hardware.
    case own
    /// A simulation by the daemon.
    case simulated
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .memless: (1, "memless")
      case .uinput: (2, "uinput")
      case .own: (3, "own")
      case .simulated: (4, "simulated")
      case .unknown(let number): (number, "driver \(number)")
      }
    }

    public static let allCases: [Driver] = [.memless, .uinput, .own, .simulated]
  }

  /// The type of kernel effect that was uploaded successfully.
  public enum EffectType: OpenSet, NamedNumber {
    /// The daemon does not use the device.
    case none
    /// Two magnitudes.
    case rumble
    /// A magnitude and a period.
    case periodic
    /// One magnitude.
    case constant
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .none: (0, "none")
      case .rumble: (1, "rumble")
      case .periodic: (2, "periodic")
      case .constant: (3, "constant")
      case .unknown(let number): (number, "effect \(number)")
      }
    }

    public static let allCases: [EffectType] = [.none, .rumble, .periodic, .constant]
  }

  /// The kind of device.
  public enum Kind: OpenSet, NamedNumber {
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

    @inline(__always)
    var row: (number: UInt8, name: String) {
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
