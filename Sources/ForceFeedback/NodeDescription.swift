/// What is known about a force-feedback node before it is opened.
public struct NodeDescription: Hashable, Sendable {
  /// Where it is: /dev/input/event7.
  public var path: String
  /// The same in sysfs: /sys/devices/.../input12/event7.
  public var sysPath: String
  /// What the driver, and once it is open the node itself, says it is.
  public var identity: NodeIdentity
  /// The kernel driver; empty for nodes that a program made (uinput).
  public var driver: String
  public var kind: Kind
  public var driverClass: DriverClass
  /// All properties `HAPTIC_*` that udev's rules and hardware database gave it.
  public var properties: [String: String]
  /// Why it is left alone, as a sentence without capital and full stop; nil where it is used.
  public var reasonToLeaveAlone: String?

  /// What kind of thing the node belongs to.
  public enum Kind: UInt8, Sendable {
    case unknown = 0
    case vibrator
    case gamepad
    case wheel
    case joystick
    case touchpad
  }

  /// Who carries out what is written, which decides how it may be called.
  public enum DriverClass: UInt8, Sendable {
    /// A driver behind the kernel's ff-memless layer: nothing waits, effects add up, the kernel ends them.
    case memless = 1
    /// Another program, by uinput: anything may wait, up to 30 seconds.
    case uinput
    /// A driver with force feedback of its own: some wait for the hardware.
    case own
  }
}

extension NodeDescription {
  /// Whether its calls may wait, so that it needs a thread of its own.
  var mayBlock: Bool {
    if bankSettings.stopsBeforeLower { return true }
    switch properties["HAPTIC_BLOCKING"] {
    case "1": return true
    case "0": return false
    default: return driverClass != .memless
    }
  }

  /// Whether it is held in a hand that presses and moves parts of it. What else has buttons, a keyboard with a motor
  /// perhaps, is none of our business.
  var hasTouch: Bool { kind == .gamepad }

  var bankSettings: BankSettings {
    BankSettings(
      isAdding: driverClass == .memless && properties["HAPTIC_REPLACES"] != "1",
      mayWriteGain: driverClass == .memless,
      stopsBeforeLower: properties["HAPTIC_STOP_BEFORE_LOWER"] == "1")
  }
}
